import { useState } from "react";
import type { Tile } from "../../../contract/tiles.ts";
import { FormDialog } from "../../widgets/form-dialog.tsx";
import { TileForm } from "./tile-form.tsx";

type TileDialogProps = {
  /** The tile to change; null to add one; undefined when closed. */
  tile: Tile | null | undefined;
  onClose: () => void;
};

/** Adds or changes a tile. */
export function TileDialog({ tile, onClose }: TileDialogProps) {
  const [isSaving, setIsSaving] = useState(false);
  const [isDirty, setIsDirty] = useState(false);
  return (
    <FormDialog
      open={tile !== undefined}
      title={tile ? "Edit tile" : "Add tile"}
      isDirty={isDirty}
      isSaving={isSaving}
      onClose={onClose}
      width="sm:max-w-xl"
    >
      {(close) => (
        <TileForm
          tile={tile ?? null}
          onDirty={setIsDirty}
          onSaving={setIsSaving}
          onSaved={onClose}
          onCancel={close}
        />
      )}
    </FormDialog>
  );
}
