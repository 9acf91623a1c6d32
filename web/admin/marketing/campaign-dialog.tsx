import { useState } from "react";
import { type Campaign, type Recipient, RecipientState } from "../../../contract/api/marketing.ts";
import { t } from "../../../contract/texts.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { Choice } from "../../ui/choice.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { DataList } from "../../widgets/data-list.tsx";
import { countsOf } from "../../widgets/email/campaign-progress.tsx";
import { useAdminQuery } from "../queries.ts";
import { campaignQuery } from "./queries.ts";

type CampaignDialogProps = { campaign: Campaign | null; onClose: () => void };

/** The recipients of an email and the state of each delivery. */
export function CampaignDialog({ campaign, onClose }: CampaignDialogProps) {
  return (
    <Dialog open={campaign !== null} onClose={onClose} title={campaign?.subject ?? ""} width="sm:max-w-2xl">
      {campaign && <Recipients key={campaign.id} id={campaign.id} />}
    </Dialog>
  );
}

function Recipients({ id }: { id: number }) {
  const [{ page, state }, setRequested] = useState<{ page: number; state: RecipientState | undefined }>({
    page: 1,
    state: undefined,
  });
  const query = useAdminQuery(campaignQuery({ id, page, state }));
  return (
    <div className="grid grid-cols-1 gap-4 px-6 pt-3 pb-6">
      {query.data && <p className="text-muted tabular-nums">{countsOf(query.data.campaign)}</p>}
      <DataList
        id="recipients"
        title={t("Recipients")}
        query={query}
        failure={t("Couldn't load the recipients.")}
        rows={({ recipients }) => recipients}
        empty={t("No recipients here.")}
        pages={{
          countOf: (count) => t("{count, plural, one {# recipient} other {# recipients}}", { count }),
          onTurn: (to) => setRequested({ ...to, state }),
        }}
        filter={
          <Choice
            label={t("Show")}
            value={state ?? "all"}
            options={[
              { value: "all", label: t("All recipients") },
              ...RecipientState.options.map((value) => ({ value, label: STATES[value].label })),
            ]}
            onChoose={(chosen) => setRequested({ page: 1, state: chosen === "all" ? undefined : chosen })}
          />
        }
        item={(recipient) => <Row key={recipient.id} recipient={recipient} />}
      />
    </div>
  );
}

const STATES: Record<RecipientState, { label: string; tone: BadgeTone }> = {
  queued: { label: t("Waiting"), tone: "warn" },
  sent: { label: t("Sent"), tone: "good" },
  failed: { label: t("Failed"), tone: "bad" },
  skipped: { label: t("Skipped"), tone: "neutral" },
};

function Row({ recipient: { address, state, reason } }: { recipient: Recipient }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-t border-line px-4 py-2.5 text-[15px] sm:px-5">
      <span className="[overflow-wrap:anywhere]">{address ?? t("A deleted user")}</span>
      <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
      {reason && <span className="col-span-2 text-sm text-muted [overflow-wrap:anywhere]">{reason}</span>}
    </li>
  );
}
