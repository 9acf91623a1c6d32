import { useEffect, useState } from "react";
import { useOutletContext } from "react-router";
import type { Creator } from "../../../contract/creators.ts";
import { loadDraft, removeDraft } from "../../lib/drafts/draft-store.ts";
import { useSaveDraftOnSignOut } from "../../lib/drafts/use-draft.ts";
import { RestoredNotice } from "../../widgets/restored-notice.tsx";
import { UnsavedChangesGuard } from "../../widgets/unsaved-changes-guard.tsx";
import type { PanelProps } from "../users/users-panel.tsx";
import { Campaigns } from "./campaigns.tsx";
import { ComposerDraft, emptyDraft, isDirty } from "./composer.ts";
import { ComposerForm } from "./composer-form.tsx";
import { Preview } from "./preview.tsx";

/** Writing a mail to many, seeing it, and what became of those before. Once seen it stays: a look at another tab must cost neither a word nor the knowledge that a mail is on its way. */
export function MarketingPanel({ view, onShow }: PanelProps) {
  const shown = view.tab === "marketing";
  const [seen, setSeen] = useState(shown);
  if (shown && !seen) setSeen(true);
  return (
    <>
      {seen && (
        <div className={shown ? "contents" : "hidden"}>
          <Composer />
        </div>
      )}
      {shown && <Campaigns view={view} onShow={onShow} />}
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
