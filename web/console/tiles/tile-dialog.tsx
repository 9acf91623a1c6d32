import { type RefObject, Suspense, useState } from "react";
import type { DraftTile } from "../../../contract/api/page-preview.ts";
import type { Tile } from "../../../contract/api/tiles.ts";
import { t } from "../../../contract/texts.ts";
import { lazyPart } from "../../lib/lazy-part.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { FormDialog, type LeaveForm } from "../../widgets/form-dialog.tsx";
import type { Pasted } from "./pasted-links.ts";
import type { Edited } from "./tile-actions.ts";

/** Loads when it is opened for the first time, because most visits to the dashboard edit no tile. */
const TileForm = lazyPart(async () => (await import("./tile-form.tsx")).TileForm, FormNotLoaded);

type TileDialogProps = {
  /** The tile to change or add; undefined while closed. */
  edited: Edited | undefined;
  onClose: () => void;
  onSaved: (saved: Tile) => void;
  /** Called after several tiles were added. */
  onAdded: () => void;
  /** The number of tiles that the page still has room for. */
  room: number;
  /** Called with the tile as it would be saved, whenever it can be previewed. */
  onDraft: (draft: DraftTile) => void;
  /** True beside the page, instead of over it. */
  isPanel: boolean;
  leave: RefObject<LeaveForm | null>;
  /** Shows the page with the form's values; undefined if it is beside the form. */
  onPreview: (() => void) | undefined;
};

function FormNotLoaded() {
  return (
    <div className="p-6">
      <LoadFailure>{t("Couldn't load the form.")}</LoadFailure>
    </div>
  );
}

/** Loaded with the form. */
const PastedLinksForm = lazyPart(
  async () => (await import("./pasted-links-form.tsx")).PastedLinksForm,
  FormNotLoaded,
);

export function TileDialog(props: TileDialogProps) {
  const { edited, onClose, onSaved, onAdded, room, onDraft, isPanel, leave, onPreview } = props;
  const [links, setLinks] = useState<{ pasted: Pasted; of: Edited } | null>(null);
  // Forget the values of a closed form before the next one.
  const pasted = links?.of === edited ? links?.pasted : edited?.links;
  return (
    <FormDialog
      open={edited !== undefined}
      title={edited?.tile ? t("Edit tile") : pasted ? t("Add links") : t("Add tile")}
      onClose={onClose}
      width="sm:max-w-xl"
      isPanel={isPanel}
      leave={leave}
    >
      <Suspense fallback={<Skeleton className="m-6 h-80 rounded-card" />}>
        {pasted ? (
          <PastedLinksForm pasted={pasted} room={room} onAdded={onAdded} />
        ) : (
          <TileForm
            key={edited?.tile?.id ?? `copy of ${edited?.copyOf?.id}`}
            tile={edited?.tile ?? null}
            copyOf={edited?.copyOf}
            onlyBlocks={edited?.isBlock}
            onSaved={onSaved}
            onDraft={onDraft}
            onPreview={onPreview}
            onLinks={(links) => edited && setLinks({ pasted: links, of: edited })}
          />
        )}
      </Suspense>
    </FormDialog>
  );
}
