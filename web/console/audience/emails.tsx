import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CreatorCampaign } from "../../../contract/api/audience-campaigns.ts";
import { t } from "../../../contract/texts.ts";
import { PageState, useUrlState } from "../../lib/use-url-state.ts";
import { RowAction } from "../../ui/row-action.tsx";
import { SentEmails } from "../../widgets/email/sent-emails.tsx";
import { Timestamp } from "../../widgets/timestamp.tsx";
import { EmailFigures } from "./email-figures.tsx";
import { Letters } from "./letters-panel.tsx";
import { sentEmailsQuery } from "./queries.ts";

type EmailsProps = {
  /** The draft in the editor, or 0 for a new email. */
  edited: number;
  onEdit: (id: number) => void;
};

/** Drafts, scheduled and sent emails. */
export function Emails({ edited, onEdit }: EmailsProps) {
  const [{ page }, setUrl] = useUrlState(PageState);
  const [shown, setShown] = useState<CreatorCampaign | null>(null);
  return (
    <>
      <Letters edited={edited} onEdit={onEdit} />
      <SentEmails
        query={useQuery(sentEmailsQuery(page))}
        failure={t("Couldn't load the sent emails.")}
        empty={t("No emails sent yet.")}
        onTurn={setUrl}
        about={({ created_at, clicks, unsubscribed, problem }) => (
          <>
            <Timestamp at={created_at} />
            <span>{", "}</span>
            <span>{t("{clicks, plural, one {# click} other {# clicks}}", { clicks })}</span>
            <span>{", "}</span>
            <span>
              {t("{count, plural, one {# unsubscribed} other {# unsubscribed}}", { count: unsubscribed })}
            </span>
            {problem && <span className="block text-bad wrap-anywhere">{problem}</span>}
          </>
        )}
        action={(email) => (
          <div className="-mx-3">
            <RowAction
              name={t("Figures")}
              label={t("Figures of {subject}", { subject: email.subject })}
              onClick={() => setShown(email)}
            />
          </div>
        )}
      />
      <EmailFigures email={shown} onClose={() => setShown(null)} />
    </>
  );
}
