import { useState } from "react";
import type { Campaign } from "../../../contract/api/marketing.ts";
import { marketingTemplates } from "../../../contract/api/marketing-templates.ts";
import { t } from "../../../contract/texts.ts";
import { PageState, useUrlState } from "../../lib/use-url-state.ts";
import { Button } from "../../ui/button.tsx";
import { SentEmails } from "../../widgets/email/sent-emails.tsx";
import { Timestamp } from "../../widgets/timestamp.tsx";
import { useAdminQuery } from "../queries.ts";
import { AUDIENCES } from "./audiences.ts";
import { CampaignDialog } from "./campaign-dialog.tsx";
import { campaignsQuery } from "./queries.ts";

/** The sent marketing emails with their recipients. */
export function Campaigns() {
  const [{ page }, setUrl] = useUrlState(PageState);
  const [opened, setOpened] = useState<Campaign | null>(null);
  return (
    <>
      <SentEmails
        query={useAdminQuery(campaignsQuery(page))}
        failure={t("Couldn't load the sent emails.")}
        empty={t("No marketing emails sent yet.")}
        onTurn={setUrl}
        about={({ template, audience, created_at }) => (
          <>
            <span>{t(marketingTemplates[template].name)} · </span>
            <span>{audience === null ? t("Email addresses") : AUDIENCES[audience]}</span>
            <span> · </span>
            <Timestamp at={created_at} />
          </>
        )}
        action={(campaign) => (
          <Button
            className="justify-self-start"
            aria-label={t("Details of {subject}", { subject: campaign.subject })}
            onClick={() => setOpened(campaign)}
          >
            {t("Details")}
          </Button>
        )}
      />
      <CampaignDialog campaign={opened} onClose={() => setOpened(null)} />
    </>
  );
}
