import type { PublicCreator } from "../../../contract/creators.ts";
import type { PageTile } from "../../../contract/pages.ts";
import { DETAIL_TITLE, TileDetail } from "./tile-detail.tsx";

type TileDialogProps = {
  creator: PublicCreator;
  /** The tile that is open when the page arrives. */
  tile: PageTile | null;
  /** The index of the first tile of the page. */
  from: number;
  closeHref: string;
};

/** The dialog for tiles in detail. */
export function TileDialog({ creator, tile, from, closeHref }: TileDialogProps) {
  return (
    <dialog
      open={tile !== null}
      aria-labelledby={DETAIL_TITLE}
      className="dialog sm:max-w-md"
      data-enhance="tile-dialog"
      data-from={from}
    >
      {tile && <TileDetail creator={creator} tile={tile} closeHref={closeHref} />}
    </dialog>
  );
}
