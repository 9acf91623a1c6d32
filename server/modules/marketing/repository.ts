import { and, asc, count, desc, eq, gt, inArray, isNull, notExists, sql } from "drizzle-orm";
import type { RecipientState } from "../../../contract/api/marketing.ts";
import { deleteInBatches } from "../../platform/database/in-batches.ts";
import {
  first,
  firstOrThrow,
  lockName,
  type Queries,
  type Transaction,
} from "../../platform/database/index.ts";
import { maskEmail } from "../../platform/database/mask-email.ts";
import { creators } from "../creators/index.ts";
import { isListed } from "./suppression.ts";
import { campaignRecipients, campaigns, creatorSuppressions, type Outcome } from "./tables.ts";

export type CampaignRow = typeof campaigns.$inferSelect;
export type RecipientRow = typeof campaignRecipients.$inferSelect;
export type Counts = Record<RecipientState, number>;

/** Blocks other transactions from sending the same campaign until this one ends. */
export async function lockFingerprint(tx: Transaction, fingerprint: Buffer): Promise<void> {
  await lockName(tx, `campaign ${fingerprint.toString("hex")}`);
}

/** Returns the last campaign of the given hours with the same content and recipients, and its age. */
export async function findRecentCampaign(
  db: Queries,
  { fingerprint, hours }: { fingerprint: Buffer; hours: number },
): Promise<{ createdBy: string; recipientCount: number; secondsAgo: number } | undefined> {
  const { createdAt, createdBy, recipientCount } = campaigns;
  const [row] = await db
    .select({
      createdBy,
      recipientCount,
      secondsAgo: sql`extract(epoch from now() - ${createdAt})`.mapWith(Number),
    })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.fingerprint, fingerprint),
        gt(createdAt, sql`now() - make_interval(hours => ${hours})`),
      ),
    )
    .orderBy(desc(campaigns.id))
    .limit(1);
  return row;
}

export const insertCampaign = (tx: Transaction, values: typeof campaigns.$inferInsert) =>
  tx.insert(campaigns).values(values).returning().then(firstOrThrow("insert returned no campaign"));

/** Counts an unsubscription for the creator's last email to that reader. */
export async function countUnsubscribed(
  tx: Transaction,
  { creatorId, addressHash }: { creatorId: number; addressHash: Buffer },
): Promise<void> {
  await tx.execute(sql`
    update campaigns set unsubscribed = unsubscribed + 1 where id = (
      select ${campaigns.id} from ${campaignRecipients} join ${campaigns} on ${campaigns.id} = ${campaignRecipients.campaignId}
      where ${campaignRecipients.addressHash} = ${addressHash} and ${campaigns.creatorId} = ${creatorId}
        and ${campaignRecipients.state} = 'sent'
      order by ${campaigns.id} desc limit 1)`);
}

/** Inserts the recipients of a campaign, each once, and returns the ids of the new rows. */
export async function insertRecipients(
  tx: Transaction,
  { campaignId, addresses }: { campaignId: number; addresses: readonly string[] },
): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into campaign_recipients (campaign_id, address, address_hash)
    select ${campaignId}, address, sha256(convert_to(address, 'UTF8'))
    from json_array_elements_text(${JSON.stringify(addresses)}::json) as address
    on conflict do nothing returning id`);
  return rows.map(({ id }) => id);
}

/** Counts a creator's emails of the last day, and their recipients. */
export async function countSentToday(db: Queries, creatorId: number) {
  const { rows } = await db.execute<{ campaigns: string; recipients: string }>(sql`
    select count(*) as campaigns, coalesce(sum(${campaigns.recipientCount}), 0) as recipients from ${campaigns}
    where ${campaigns.creatorId} = ${creatorId} and ${campaigns.createdAt} > now() - interval '1 day'`);
  return { campaigns: Number(rows[0]?.campaigns), recipients: Number(rows[0]?.recipients) };
}

/** Reads a campaign and locks it until the transaction ends, so that no other transaction inserts its recipients. */
export const lockCampaign = (tx: Transaction, id: number) =>
  tx.select().from(campaigns).where(eq(campaigns.id, id)).for("no key update").then(first);

/**
 * Saves the number of an audience's users that are not inserted as recipients yet, and clears the final
 * counts.
 */
export async function setPendingRecipients(tx: Transaction, id: number, pendingRecipients: number) {
  await tx.update(campaigns).set({ pendingRecipients, outcome: null }).where(eq(campaigns.id, id));
}

export async function countStates(
  db: Queries,
  campaignIds: readonly number[],
): Promise<Map<number, Partial<Counts>>> {
  const found = new Map<number, Partial<Counts>>();
  if (campaignIds.length === 0) return found;
  const { campaignId, state } = campaignRecipients;
  const rows = await db
    .select({ campaignId, state, count: count() })
    .from(campaignRecipients)
    .where(inArray(campaignId, [...campaignIds]))
    .groupBy(campaignId, state);
  for (const row of rows) found.set(row.campaignId, { ...found.get(row.campaignId), [row.state]: row.count });
  return found;
}

/** Returns finished campaigns whose final counts are not saved yet. */
export async function listEnded(db: Queries): Promise<number[]> {
  const waiting = db
    .select({ id: campaignRecipients.id })
    .from(campaignRecipients)
    .where(and(eq(campaignRecipients.campaignId, campaigns.id), eq(campaignRecipients.state, "queued")));
  const rows = await db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(isNull(campaigns.outcome), eq(campaigns.pendingRecipients, 0), notExists(waiting)));
  return rows.map(({ id }) => id);
}

export async function setOutcome(db: Queries, id: number, outcome: Outcome): Promise<void> {
  await db.update(campaigns).set({ outcome }).where(eq(campaigns.id, id));
}

/** Returns the ids of the next recipients whose emails are still queued. */
export async function listRecipientIds(
  db: Queries,
  { campaignId, after, limit }: { campaignId: number; after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .select({ id: campaignRecipients.id })
    .from(campaignRecipients)
    .where(
      and(
        eq(campaignRecipients.campaignId, campaignId),
        eq(campaignRecipients.state, "queued"),
        gt(campaignRecipients.id, after),
      ),
    )
    .orderBy(asc(campaignRecipients.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/**
 * Returns a recipient with the campaign's content and creator, and whether the recipient has unsubscribed
 * since.
 */
export async function findDelivery(db: Queries, recipientId: number) {
  const { addressHash } = campaignRecipients;
  const [row] = await db
    .select({
      recipient: campaignRecipients,
      campaign: campaigns,
      creator: {
        id: creators.id,
        handle: creators.handle,
        displayName: creators.displayName,
        language: creators.language,
        appearance: creators.appearance,
        plan: creators.plan,
        subscriptionActive: creators.subscriptionActive,
        sendingStopped: creators.sendingStopped,
        suspension: creators.suspension,
        offlineSince: creators.offlineSince,
        repliesToAccount: creators.repliesToAccount,
      },
      suppressed: sql<boolean>`case when ${campaigns.creatorId} is null then ${isListed({ creatorId: null }, addressHash)}
        else exists (select from ${creatorSuppressions} where ${creatorSuppressions.creatorId} = ${campaigns.creatorId}
          and ${creatorSuppressions.addressHash} = ${addressHash}) end`,
    })
    .from(campaignRecipients)
    .innerJoin(campaigns, eq(campaigns.id, campaignRecipients.campaignId))
    .leftJoin(creators, eq(creators.id, campaigns.creatorId))
    .where(eq(campaignRecipients.id, recipientId));
  return row;
}

/** Saves the final state of an email unless it already has one. */
export async function finishRecipient(
  db: Queries,
  id: number,
  settled: { state: Exclude<RecipientState, "queued">; reason?: string },
): Promise<void> {
  await db
    .update(campaignRecipients)
    .set({ ...settled, settledAt: sql`now()` })
    .where(and(eq(campaignRecipients.id, id), eq(campaignRecipients.state, "queued")));
}

/**
 * Removes an email from the campaigns of a creator, or from every campaign. Queued emails to it are not sent.
 */
export async function eraseRecipient(
  tx: Transaction,
  {
    address,
    addressHash,
    why,
    creatorId,
  }: { address: string; addressHash: Buffer; why: string; creatorId?: number },
): Promise<void> {
  // Mail servers repeat the recipient in their replies, so the email is masked in the stored reason.
  const reason = maskEmail(campaignRecipients.reason, address);
  const own = tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(eq(campaigns.creatorId, creatorId ?? 0));
  await tx
    .update(campaignRecipients)
    .set({
      address: null,
      state: sql`case when ${campaignRecipients.state} = 'queued' then 'skipped' else ${campaignRecipients.state} end`,
      reason: sql`case when ${campaignRecipients.state} = 'queued' then ${why} else ${reason} end`,
      settledAt: sql`coalesce(${campaignRecipients.settledAt}, now())`,
    })
    .where(
      and(
        eq(campaignRecipients.addressHash, addressHash),
        creatorId === undefined ? undefined : inArray(campaignRecipients.campaignId, own),
      ),
    );
}

/**
 * Deletes the recipients of a creator's emails in batches. As a cascade, this would be one long statement.
 */
export async function deleteRecipientsOf(tx: Transaction, creatorId: number): Promise<void> {
  const sent = tx.select({ id: campaigns.id }).from(campaigns).where(eq(campaigns.creatorId, creatorId));
  await deleteInBatches(tx, campaignRecipients, inArray(campaignRecipients.campaignId, sent));
}
