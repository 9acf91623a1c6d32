import { useState } from "react";
import type { PanelProps } from "../users/users-panel.tsx";
import { Campaigns } from "./campaigns.tsx";
import { emptyDraft } from "./composer.ts";
import { ComposerForm } from "./composer-form.tsx";
import { Preview } from "./preview.tsx";

/** Writing a mail to many, seeing it, and what became of those before. */
export function MarketingPanel({ view, onShow }: PanelProps) {
  const [draft, setDraft] = useState(emptyDraft);
  const { subject, body, template, ctaLabel, ctaUrl } = draft;
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <section className="rounded-card border border-line bg-surface p-4 sm:p-5">
          <ComposerForm draft={draft} onDraft={setDraft} />
        </section>
        <Preview draft={{ subject, body, template, ctaLabel, ctaUrl }} />
      </div>
      <Campaigns view={view} onShow={onShow} />
    </>
  );
}
