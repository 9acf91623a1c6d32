import type { PublicCreator } from "../../../contract/api/creators.ts";
import type { PageTile } from "../../../contract/pages/pages.ts";
import { DialogPanel } from "../../ui/dialog-panel.tsx";
import { DETAIL_TITLE, TileDetail } from "./tile-detail.tsx";

type TileDialogProps = {
  creator: PublicCreator;
  /** The tile that is open on arrival. */
  tile: PageTile | null;
  /** The index of the first tile of the page. */
  from: number;
  closeHref: string;
};

/** The dialog of tiles' details. */
export function TileDialog({ creator, tile, from, closeHref }: TileDialogProps) {
  return (
    <dialog
      open={tile !== null}
      aria-labelledby={DETAIL_TITLE}
      className="dialog sm:max-w-md"
      data-enhance="tile-dialog"
      data-from={from}
    >
      <DialogPanel closeHref={closeHref}>
        <div className="contents" data-part="detail">
          {tile && <TileDetail creator={creator} tile={tile} closeHref={closeHref} />}
        </div>
      </DialogPanel>
    </dialog>
  );
}
