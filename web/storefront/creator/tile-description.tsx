import { useEffect, useState } from "react";
import type { PageTile } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import { fetchCreatorModel } from "./page-model.ts";

/** The description of a tile in detail. The page carries the start of a long one; the rest is loaded once it is shown. */
export function TileDescription({ tile, handle }: { tile: PageTile; handle: string }) {
  const [whole, setWhole] = useState<string | null>(null);
  const isCut = tile.descriptionCut === true && whole === null;
  useEffect(() => {
    if (!isCut) return;
    let isCurrent = true;
    // The link below stays when this fails.
    fetchCreatorModel(paths.creatorTile(handle, tile.id)).then(
      ({ tiles }) => {
        const found = tiles.find(({ id }) => id === tile.id);
        if (isCurrent && found && !found.descriptionCut) setWhole(found.description);
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [isCut, handle, tile.id]);
  const text = whole ?? tile.description;
  if (!text) return null;
  return (
    <div>
      <p dir="auto" className="break-words whitespace-pre-line">
        {text}
      </p>
      {isCut && (
        <a href={paths.creatorTile(handle, tile.id)} rel="nofollow" className="link mt-2 inline-block">
          Read the whole description
        </a>
      )}
    </div>
  );
}
