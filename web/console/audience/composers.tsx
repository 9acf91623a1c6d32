import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { t } from "../../../contract/texts.ts";
import { errorMessage } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ConfirmDialog } from "../../widgets/confirm-dialog.tsx";
import { EmailComposer } from "./email-composer.tsx";
import { letterQuery } from "./queries.ts";

type ComposersProps = {
  /** The draft in the URL, or 0 for a new email. */
  requested: number;
  onRequest: (id: number) => void;
};

/** The editor of the chosen draft. Asks before another draft discards unsaved changes. */
export function Composers({ requested, onRequest }: ComposersProps) {
  const [edited, setEdited] = useState(requested);
  const [isUnsaved, setUnsaved] = useState(false);
  /** The id that a new email got at its first save, which does not reopen the editor. */
  const [savedId, setSavedId] = useState(0);
  const [openCount, setOpenCount] = useState(0);
  const isOther = requested !== edited && requested !== savedId;
  const open = () => {
    setUnsaved(false);
    setSavedId(0);
    setOpenCount((count) => count + 1);
    setEdited(requested);
  };
  if (requested !== edited && requested === savedId) setEdited(requested);
  else if (isOther && !isUnsaved) open();
  const query = useQuery(letterQuery(edited));
  const letter = edited === 0 ? null : query.data;
  return (
    <>
      {query.error && letter === undefined ? (
        <div className="grid gap-3">
          <LoadFailure onRetry={query.refetch}>
            {errorMessage(query.error, t("Couldn't load the draft."))}
          </LoadFailure>
          <Button className="justify-self-start" onClick={() => onRequest(0)}>
            {t("Write a new email")}
          </Button>
        </div>
      ) : letter === undefined ? (
        <div role="status" aria-label={t("Loading the draft")}>
          <Skeleton className="h-120" />
        </div>
      ) : (
        <EmailComposer
          key={openCount}
          letter={letter}
          takesFocus={openCount > 0}
          onUnsaved={setUnsaved}
          onSaved={({ id }) => {
            if (id === edited) return;
            setSavedId(id);
            onRequest(id);
          }}
          onLeave={() => {
            setUnsaved(false);
            onRequest(0);
          }}
        />
      )}
      <ConfirmDialog
        open={isOther && isUnsaved}
        title={t("Discard your changes?")}
        confirm={t("Discard changes")}
        cancel={t("Keep editing")}
        onConfirm={open}
        onClose={() => onRequest(edited)}
      >
        {t("The email in the editor has unsaved changes.")}
      </ConfirmDialog>
    </>
  );
}
