import type { PageTile } from "../../../contract/pages/pages.ts";
import { FormattedText } from "../../widgets/formatted-text.tsx";
import { useCreatorText } from "../layout/page-language.ts";

/** A heading between tiles. It is an item of their list, so that headings do not split the list. */
export function TileHeading({ tile }: { tile: PageTile }) {
  return (
    <li className="tile-heading" {...useCreatorText()}>
      <h2 dir="auto" data-tile={tile.id}>
        {tile.title}
      </h2>
      {tile.description !== null && <FormattedText text={tile.description} headingAs="h3" />}
    </li>
  );
}
