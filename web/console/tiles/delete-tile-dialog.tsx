import type { Tile } from "../../../contract/api/tiles.ts";
import { ConfirmDialog } from "../../widgets/confirm-dialog.tsx";
import { useDeleteTile } from "./queries.ts";

type DeleteTileDialogProps = {
  /** The tile in question; null when closed. */
  tile: Tile | null;
  onClose: () => void;
  onDeleted: () => void;
};

export function DeleteTileDialog({ tile, onClose, onDeleted }: DeleteTileDialogProps) {
  const remove = useDeleteTile();
  return (
    <ConfirmDialog
      open={tile !== null}
      title="Delete this tile?"
      confirm="Delete tile"
      failure="Could not delete tile."
      work={remove}
      onClose={onClose}
      onConfirm={() => tile && remove.mutate(tile, { onSuccess: onDeleted })}
    >
      <strong className="font-semibold text-ink">{tile?.title}</strong> disappears from your page at once.
      This cannot be undone.
    </ConfirmDialog>
  );
}
