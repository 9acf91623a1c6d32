import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import type { CreatorCampaign } from "../../../contract/audience-campaigns.ts";
import { formatTimestamp } from "../../lib/format.ts";
import { UrlPage, useUrlState } from "../../lib/use-url-state.ts";
import { CampaignProgress } from "../../widgets/campaign-progress.tsx";
import { DataList } from "../../widgets/data-list.tsx";
import { EmailComposer } from "./email-composer.tsx";
import { sentEmailsQuery } from "./queries.ts";

const SentView = z.object({ page: UrlPage });

/** Writing to the audience, and the emails that were sent. */
export function Emails() {
  const [{ page }, setUrl] = useUrlState(SentView);
  return (
    <>
      <EmailComposer />
      <DataList
        id="sent-emails"
        title="Sent emails"
        query={useQuery(sentEmailsQuery(page))}
        failure="Couldn't load the sent emails."
        isEmpty={({ campaigns }) => campaigns.length === 0}
        empty={<p className="font-semibold">No emails sent yet.</p>}
        pages={{
          nouns: ["email", "emails"],
          of: (data) => data,
          onPageChange: (next, options) => setUrl({ page: next }, options),
        }}
      >
        {({ campaigns }) => (
          <ul>
            {campaigns.map((campaign) => (
              <SentEmail key={campaign.id} campaign={campaign} />
            ))}
          </ul>
        )}
      </DataList>
    </>
  );
}

function SentEmail({ campaign }: { campaign: CreatorCampaign }) {
  const { subject, created_at } = campaign;
  return (
    <li className="grid grid-cols-1 gap-x-5 gap-y-2 border-t border-line px-4 py-3 sm:px-5 md:grid-cols-[minmax(0,1fr)_220px] md:items-center">
      <div className="min-w-0">
        <p dir="auto" className="font-semibold [overflow-wrap:anywhere]">
          {subject}
        </p>
        <p className="text-sm text-muted">
          <time dateTime={created_at}>{formatTimestamp(created_at)}</time>
        </p>
      </div>
      <CampaignProgress subject={subject} counts={campaign} />
    </li>
  );
}
