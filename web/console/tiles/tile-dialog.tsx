import { lazy, Suspense, useState } from "react";
import type { Tile } from "../../../contract/tiles.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { FormDialog } from "../../widgets/form-dialog.tsx";

/** Loaded when it is opened for the first time: the dashboard is seen more often than a tile is edited. */
const TileForm = lazy(async () => ({ default: (await import("./tile-form.tsx")).TileForm }));

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
        <Suspense fallback={<Skeleton className="m-6 h-80 rounded-card" />}>
          <TileForm
            tile={tile ?? null}
            onDirty={setIsDirty}
            onSaving={setIsSaving}
            onSaved={onClose}
            onCancel={close}
          />
        </Suspense>
      )}
    </FormDialog>
  );
}
