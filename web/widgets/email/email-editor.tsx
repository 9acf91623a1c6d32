import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { RestoredNotice } from "../restored-notice.tsx";
import { UnsavedChangesGuard } from "../unsaved-changes-guard.tsx";
import { EmailPreview } from "./email-preview.tsx";

type EmailEditorProps = {
  /** True while a restored draft is unsaved. */
  isRestored: boolean;
  /** True if leaving would lose text. */
  hasUnsaved: boolean;
  subject: string;
  preview: UseQueryResult<{ html: string }>;
  /** The form. */
  children: ReactNode;
};

/** The form of an email beside its preview. */
export function EmailEditor({ isRestored, hasUnsaved, subject, preview, children }: EmailEditorProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <section className="grid grid-cols-1 gap-5 rounded-card border border-line bg-surface p-4 sm:p-5">
        {isRestored && <RestoredNotice />}
        {children}
      </section>
      <EmailPreview subject={subject} query={preview} />
      <UnsavedChangesGuard unsaved={hasUnsaved} />
    </div>
  );
}
