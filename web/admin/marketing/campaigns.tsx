import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Campaign } from "../../../contract/marketing.ts";
import { marketingTemplates } from "../../../contract/marketing-templates.ts";
import { Button } from "../../ui/button.tsx";
import { Progress } from "../../ui/progress.tsx";
import { ListCard } from "../list-card.tsx";
import { Timestamp } from "../timestamp.tsx";
import type { PanelProps } from "../users/users-panel.tsx";
import { AUDIENCES } from "./audiences.ts";
import { CampaignDialog } from "./campaign-dialog.tsx";
import { countsOf } from "./campaign-view.ts";
import { campaignsQuery } from "./queries.ts";

/** The mails that were sent, and how far they are. */
export function Campaigns({ view, onShow }: PanelProps) {
  const query = useQuery(campaignsQuery(view.listPage));
  const [opened, setOpened] = useState<Campaign | null>(null);
  return (
    <>
      <ListCard
        id="campaigns"
        title="Sent emails"
        nouns={["email", "emails"]}
        query={query}
        failure="Failed to load the sent emails"
        empty="No marketing email sent yet."
        onPageChange={(listPage, options) => onShow({ listPage }, options)}
      >
        {({ campaigns }) => (
          <ul>
            {campaigns.map((campaign) => (
              <Row key={campaign.id} campaign={campaign} onOpen={() => setOpened(campaign)} />
            ))}
          </ul>
        )}
      </ListCard>
      <CampaignDialog campaign={opened} onClose={() => setOpened(null)} />
    </>
  );
}

function Row({ campaign, onOpen }: { campaign: Campaign; onOpen: () => void }) {
  const { subject, template, audience, created_at, total, queued } = campaign;
  return (
    <li className="grid grid-cols-1 gap-x-5 gap-y-2 border-t border-line px-4 py-3 sm:px-5 md:grid-cols-[minmax(0,1fr)_220px_auto] md:items-center">
      <div className="min-w-0">
        <p dir="auto" className="font-semibold [overflow-wrap:anywhere]">
          {subject}
        </p>
        <p className="text-sm text-muted">
          {marketingTemplates[template].name} · {audience === null ? "Addresses" : AUDIENCES[audience]} ·{" "}
          <Timestamp at={created_at} />
        </p>
      </div>
      <div className="grid gap-1.5">
        {queued > 0 && (
          <Progress label={`Progress of ${subject}`} share={total === 0 ? 1 : (total - queued) / total} />
        )}
        <p className="text-sm text-muted tabular-nums">{countsOf(campaign)}</p>
      </div>
      <Button className="justify-self-start" aria-label={`Details of ${subject}`} onClick={onOpen}>
        Details
      </Button>
    </li>
  );
}
