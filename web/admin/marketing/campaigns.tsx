import { useState } from "react";
import type { Campaign } from "../../../contract/marketing.ts";
import { marketingTemplates } from "../../../contract/marketing-templates.ts";
import { useUrlState } from "../../lib/use-url-state.ts";
import { Button } from "../../ui/button.tsx";
import { CampaignProgress } from "../../widgets/campaign-progress.tsx";
import { DataList } from "../../widgets/data-list.tsx";
import { PageState } from "../admin-url.ts";
import { useAdminQuery } from "../queries.ts";
import { Timestamp } from "../timestamp.tsx";
import { AUDIENCES } from "./audiences.ts";
import { CampaignDialog } from "./campaign-dialog.tsx";
import { campaignsQuery } from "./queries.ts";

/** The emails that were sent, with their progress. */
export function Campaigns() {
  const [{ page }, setUrl] = useUrlState(PageState);
  const [opened, setOpened] = useState<Campaign | null>(null);
  return (
    <>
      <DataList
        id="campaigns"
        title="Sent emails"
        query={useAdminQuery(campaignsQuery(page))}
        failure="Failed to load the sent emails"
        isEmpty={({ campaigns }) => campaigns.length === 0}
        empty={<p className="font-semibold">No marketing emails sent yet.</p>}
        pages={{
          nouns: ["email", "emails"],
          of: (data) => data,
          onPageChange: (next, options) => setUrl({ page: next }, options),
        }}
      >
        {({ campaigns }) => (
          <ul>
            {campaigns.map((campaign) => (
              <Row key={campaign.id} campaign={campaign} onOpen={() => setOpened(campaign)} />
            ))}
          </ul>
        )}
      </DataList>
      <CampaignDialog campaign={opened} onClose={() => setOpened(null)} />
    </>
  );
}

function Row({ campaign, onOpen }: { campaign: Campaign; onOpen: () => void }) {
  const { subject, template, audience, created_at } = campaign;
  return (
    <li className="grid grid-cols-1 gap-x-5 gap-y-2 border-t border-line px-4 py-3 sm:px-5 md:grid-cols-[minmax(0,1fr)_220px_auto] md:items-center">
      <div className="min-w-0">
        <p dir="auto" className="font-semibold [overflow-wrap:anywhere]">
          {subject}
        </p>
        <p className="text-sm text-muted">
          {marketingTemplates[template].name} · {audience === null ? "Email addresses" : AUDIENCES[audience]}{" "}
          · <Timestamp at={created_at} />
        </p>
      </div>
      <CampaignProgress subject={subject} counts={campaign} />
      <Button className="justify-self-start" aria-label={`Details of ${subject}`} onClick={onOpen}>
        Details
      </Button>
    </li>
  );
}
