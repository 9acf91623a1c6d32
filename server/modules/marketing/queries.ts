import { and, asc, desc, eq, isNull, type SQL } from "drizzle-orm";
import type { Campaign, Recipient, RecipientState } from "../../../contract/api/marketing.ts";
import type { Queries } from "../../platform/database/index.ts";
import { notFound } from "../../platform/http/app-error.ts";
import { paginate } from "../../platform/http/paginate.ts";
import { type CampaignRow, type Counts, countStates, type RecipientRow } from "./repository.ts";
import { campaignRecipients, campaigns } from "./tables.ts";

const NONE: Counts = { queued: 0, sent: 0, failed: 0, skipped: 0 };

/** Returns one page of the administrators' campaigns with their progress, newest first. */
export async function listCampaigns(db: Queries, page: number) {
  const { campaigns: rows, ...paging } = await listRows(db, isNull(campaigns.creatorId), page);
  return { campaigns: await present(db, rows), ...paging };
}

/** Returns one page of the campaigns of a sender, newest first. */
export async function listRows(db: Queries, ofSender: SQL, page: number) {
  const { range, wrap } = paginate(page);
  const total = await db.$count(campaigns, ofSender);
  const rows = await db
    .select()
    .from(campaigns)
    .where(ofSender)
    .orderBy(desc(campaigns.id))
    .limit(range.limit)
    .offset(range.offset);
  return wrap({ campaigns: rows, total });
}

export async function getCampaign(
  db: Queries,
  { id, page, state }: { id: number; page: number; state: RecipientState | undefined },
) {
  const rows = await db
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.id, id), isNull(campaigns.creatorId)));
  const [campaign] = await present(db, rows);
  if (!campaign) throw notFound("Campaign");
  const { range, wrap } = paginate(page);
  const recipients = await db
    .select()
    .from(campaignRecipients)
    .where(
      and(
        eq(campaignRecipients.campaignId, id),
        state === undefined ? undefined : eq(campaignRecipients.state, state),
      ),
    )
    .orderBy(asc(campaignRecipients.id))
    .limit(range.limit)
    .offset(range.offset);
  const counted = state === undefined ? campaign.total : campaign[state];
  const pendingRecipients = state === undefined || state === "queued" ? (rows[0]?.pendingRecipients ?? 0) : 0;
  return wrap({
    campaign,
    recipients: recipients.map(presentRecipient),
    total: counted - pendingRecipients,
  });
}

/** Formats campaigns of administrators, which have a template. */
async function present(db: Queries, rows: CampaignRow[]): Promise<Campaign[]> {
  const progress = await presentProgress(db, rows);
  return rows.flatMap(({ template, audience }, index) => {
    const presented = progress[index];
    return presented && template ? { ...presented, template, audience } : [];
  });
}

export async function presentProgress(
  db: Queries,
  rows: CampaignRow[],
): Promise<Omit<Campaign, "template" | "audience">[]> {
  const open = rows.filter(({ outcome }) => outcome === null);
  const counted = await countStates(
    db,
    open.map(({ id }) => id),
  );
  return rows.map((row) => {
    const counts = { ...NONE, ...(row.outcome ?? counted.get(row.id)) };
    // Count recipients that are not inserted yet as queued, too.
    counts.queued += row.pendingRecipients;
    const total = Object.values(counts).reduce((sum, each) => sum + each, 0);
    return {
      id: row.id,
      subject: row.subject,
      created_at: row.createdAt.toISOString(),
      total,
      ...counts,
    };
  });
}

const presentRecipient = (row: RecipientRow): Recipient => ({
  id: row.id,
  address: row.address,
  state: row.state,
  reason: row.reason,
  settled_at: row.settledAt?.toISOString() ?? null,
});
