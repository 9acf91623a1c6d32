import type { PageTile } from "../../../contract/pages.ts";
import { FormattedText } from "../../widgets/formatted-text.tsx";
import { useCreatorText } from "../layout/page-language.ts";

/** A heading between tiles. It stands in their list, so that the list is one however it is divided. */
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
