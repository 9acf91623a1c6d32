import type { PageTile } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";

/** The description of a tile in detail. The page carries the start of a long one, with a link to all of it. */
export function TileDescription({ tile, handle }: { tile: PageTile; handle: string }) {
  if (!tile.description) return null;
  return (
    <div data-enhance={tile.descriptionCut && "whole-description"}>
      <p dir="auto" className="break-words whitespace-pre-line" data-part="text">
        {tile.description}
      </p>
      {tile.descriptionCut && (
        <a
          href={paths.creatorTile(handle, tile.id)}
          rel="nofollow"
          className="link mt-2 inline-block"
          data-part="whole"
        >
          Read the whole description
        </a>
      )}
    </div>
  );
}
