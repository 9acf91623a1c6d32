import type { ReactNode } from "react";
import type { Campaign } from "../../../contract/api/marketing.ts";
import { t } from "../../../contract/texts.ts";
import { DataList, type ListQuery, type Paged } from "../data-list.tsx";
import { CampaignProgress } from "./campaign-progress.tsx";

type Sent = Omit<Campaign, "template" | "audience">;

type SentEmailsProps<Email extends Sent> = {
  query: ListQuery<{ campaigns: Email[] } & Paged>;
  /** Shown if loading fails without a message from the server. */
  failure: string;
  /** Shown when no email was sent. */
  empty: string;
  onTurn: (to: { page: number }, options?: { replace: boolean }) => void;
  /** The line below the subject. */
  about: (email: Email) => ReactNode;
  action?: (email: Email) => ReactNode;
};

/** The sent emails with their progress. */
export function SentEmails<Email extends Sent>({
  query,
  failure,
  empty,
  onTurn,
  about,
  action,
}: SentEmailsProps<Email>) {
  const columns = action ? "md:grid-cols-[minmax(0,1fr)_220px_auto]" : "md:grid-cols-[minmax(0,1fr)_220px]";
  return (
    <DataList
      id="sent-emails"
      title={t("Sent emails")}
      query={query}
      failure={failure}
      rows={({ campaigns }) => campaigns}
      empty={empty}
      pages={{
        countOf: (count) => t("{count, plural, one {# sent email} other {# sent emails}}", { count }),
        onTurn,
      }}
      item={(email) => (
        <li
          key={email.id}
          className={`grid grid-cols-1 gap-x-5 gap-y-2 border-t border-line px-4 py-3 sm:px-5 md:items-center ${columns}`}
        >
          <div className="min-w-0">
            <p className="font-semibold [overflow-wrap:anywhere]">
              <bdi>{email.subject}</bdi>
            </p>
            <p className="text-sm text-muted">{about(email)}</p>
          </div>
          <CampaignProgress subject={email.subject} counts={email} />
          {action?.(email)}
        </li>
      )}
    />
  );
}
