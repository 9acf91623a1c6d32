import { useState } from "react";
import type { Tile } from "../../../contract/tiles.ts";
import { useBlockEscape } from "../../lib/block-escape.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { TileForm } from "./tile-form.tsx";

type TileDialogProps = {
  /** The tile to change; null to add one; undefined when closed. */
  tile: Tile | null | undefined;
  onClose: () => void;
};

/** Adds or changes a tile. Stays open while it saves. */
export function TileDialog({ tile, onClose }: TileDialogProps) {
  const [saving, setSaving] = useState(false);
  const [dirty, setDirty] = useState(false);
  useBlockEscape(saving);
  return (
    <Dialog
      open={tile !== undefined}
      onClose={() => {
        if (!saving) onClose();
      }}
      title={tile ? "Edit tile" : "Add tile"}
      // A slip of the finger costs nothing that was typed.
      closesBeside={!dirty}
      width="sm:max-w-xl"
    >
      {tile !== undefined && (
        <TileForm tile={tile} onDirty={setDirty} onSaving={setSaving} onSaved={onClose} onCancel={onClose} />
      )}
    </Dialog>
  );
}
