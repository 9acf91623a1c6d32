import { useState } from "react";
import type { Tile } from "../../../contract/tiles.ts";
import { useBlockEscape } from "../../lib/block-escape.ts";
import type { KeptDraft } from "../../lib/drafts/draft-store.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { TileForm } from "./tile-form.tsx";

type TileDialogProps = {
  /** The tile to change; null to add one; undefined when closed. */
  tile: Tile | null | undefined;
  /** What had been typed when the session ended. */
  kept: KeptDraft | null;
  onClose: () => void;
};

/** Adds or changes a tile. Stays open while it saves. */
export function TileDialog({ tile, kept, onClose }: TileDialogProps) {
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
        <TileForm
          tile={tile}
          kept={kept}
          onDirty={setDirty}
          onSaving={setSaving}
          onSaved={onClose}
          onCancel={onClose}
        />
      )}
    </Dialog>
  );
}
