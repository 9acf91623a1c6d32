import type { PageTile } from "../../../contract/pages/pages.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { FormattedText } from "../../widgets/formatted-text.tsx";
import { useCreatorText } from "../layout/page-language.ts";

/** The description in a tile's detail. The page contains only the start of a long description, with a link to the rest. */
export function TileDescription({ tile, handle }: { tile: PageTile; handle: string }) {
  const ownText = useCreatorText();
  if (!tile.description) return null;
  return (
    <div data-enhance={tile.descriptionCut && "whole-description"}>
      <div data-part="text" {...ownText}>
        <FormattedText text={tile.description} headingAs="h3" />
      </div>
      {tile.descriptionCut && (
        <a
          href={paths.creatorTile(handle, tile.id)}
          rel="nofollow"
          className="link mt-2 inline-block"
          data-part="whole"
        >
          {t("Read the whole description")}
        </a>
      )}
    </div>
  );
}
