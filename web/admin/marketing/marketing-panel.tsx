import { useEffect, useState } from "react";
import { useOutletContext } from "react-router";
import type { Creator } from "../../../contract/creators.ts";
import { loadDraft, removeDraft } from "../../lib/drafts/draft-store.ts";
import { useSaveDraftOnSignOut } from "../../lib/drafts/use-draft.ts";
import { RestoredNotice } from "../../widgets/restored-notice.tsx";
import { UnsavedChangesGuard } from "../../widgets/unsaved-changes-guard.tsx";
import { Campaigns } from "./campaigns.tsx";
import { ComposerDraft, emptyDraft, isDirty } from "./composer.ts";
import { ComposerForm } from "./composer-form.tsx";
import { Preview } from "./preview.tsx";

/** The email composer and the emails that were sent. The composer stays rendered behind the other tabs, with its text and its sending state. */
export function MarketingPanel({ isShown }: { isShown: boolean }) {
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  return (
    <>
      {wasShown && (
        <div className={isShown ? "contents" : "hidden"}>
          <Composer />
        </div>
      )}
      {isShown && <Campaigns />}
    </>
  );
}

function Composer() {
  const { id: creatorId } = useOutletContext<Creator>();
  const [storedDraft] = useState(
    () => ComposerDraft.safeParse(loadDraft("marketing", creatorId)?.values).data,
  );
  useEffect(() => removeDraft("marketing"), []);
  const [draft, setDraft] = useState(storedDraft ?? emptyDraft);
  const written = isDirty(draft);
  const [restored, setRestored] = useState(storedDraft !== undefined);
  if (restored && !written) setRestored(false);
  useSaveDraftOnSignOut({ name: "marketing", creatorId, id: null, typed: () => (written ? draft : null) });
  const { subject, body, template, ctaLabel, ctaUrl } = draft;
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <section className="grid grid-cols-1 gap-5 rounded-card border border-line bg-surface p-4 sm:p-5">
        {restored && <RestoredNotice />}
        <ComposerForm draft={draft} onDraft={setDraft} />
      </section>
      <Preview draft={{ subject, body, template, ctaLabel, ctaUrl }} />
      <UnsavedChangesGuard unsaved={written} />
    </div>
  );
}
