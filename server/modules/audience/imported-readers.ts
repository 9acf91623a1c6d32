import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import { hashEmail, isListed, type Marketing } from "../marketing/index.ts";
import { isVisible } from "./listing.ts";
import { audienceMembers } from "./tables.ts";

/** A reader of another service. Without `confirmed`, the reader is asked. */
export type NewReader = {
  email: string;
  sourceTitle: string;
  consentText: string;
  confirmed: { consentedAt: Date; at: Date } | null;
};
/** A reader as an import added it, to find out at an undo whether the row is unchanged. */
export type AddedReader = { id: number; confirmedAt: string | null };

const INSERTED_AT_ONCE = 1000;
const isImported = eq(audienceMembers.source, "import");
const isUnasked = and(isImported, isNull(audienceMembers.confirmedAt), eq(audienceMembers.mailsSent, 0));

/** Returns which of these lower-case emails a creator's audience shows already, and which are unsubscribed. */
export async function findKnown(
  db: Queries,
  { marketing }: { marketing: Marketing },
  { creatorId, emails }: { creatorId: number; emails: readonly string[] },
): Promise<{ present: ReadonlySet<string>; unsubscribed: ReadonlySet<string> }> {
  if (emails.length === 0) return { present: new Set(), unsubscribed: new Set() };
  const rows = await db
    .select({ email: audienceMembers.email })
    .from(audienceMembers)
    .where(
      and(
        eq(audienceMembers.creatorId, creatorId),
        isVisible,
        sql`${audienceMembers.email} = any(${sql.param([...emails])}::text[])`,
      ),
    );
  // Somebody who wants no emails of the site wants none of a stranger's list either.
  const ofCreator = await marketing.withoutSuppressed(db, emails, { creatorId });
  const reachable = new Set(await marketing.withoutSuppressed(db, ofCreator, { creatorId: null }));
  return {
    present: new Set(rows.map(({ email }) => email)),
    unsubscribed: new Set(emails.filter((email) => !reachable.has(email))),
  };
}

/** Inserts readers whose emails are not in the audience yet. Returns the inserted ones. Sends nothing. */
export async function addReaders(
  tx: Transaction,
  creatorId: number,
  readers: readonly NewReader[],
): Promise<AddedReader[]> {
  const added: AddedReader[] = [];
  for (let from = 0; from < readers.length; from += INSERTED_AT_ONCE) {
    const values = readers
      .slice(from, from + INSERTED_AT_ONCE)
      .map(({ email, sourceTitle, consentText, confirmed }) => ({
        ...{ creatorId, email, sourceTitle, consentText, source: "import" as const },
        emailHash: hashEmail(email),
        ...(confirmed && { consentedAt: confirmed.consentedAt, confirmedAt: confirmed.at }),
      }));
    const rows = await tx
      .insert(audienceMembers)
      .values(values)
      .onConflictDoNothing({ target: [audienceMembers.creatorId, audienceMembers.emailHash] })
      .returning({ id: audienceMembers.id, confirmedAt: audienceMembers.confirmedAt });
    for (const { id, confirmedAt } of rows)
      added.push({ id, confirmedAt: confirmedAt?.toISOString() ?? null });
  }
  return added;
}

/**
 * Deletes the readers of an import that are unchanged: imported, with the same confirmation, and not asked
 * since. Returns the number of deleted rows, and of those that stay.
 */
export async function removeReaders(
  tx: Transaction,
  { creatorId, added }: { creatorId: number; added: readonly AddedReader[] },
): Promise<{ removed: number; kept: number }> {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as added (id bigint, "confirmedAt" timestamptz)`;
  const own = sql`${audienceMembers.creatorId} = ${creatorId}`;
  const { rowCount } = await tx.execute(sql`delete from ${audienceMembers} using ${rows}
    where ${own} and ${audienceMembers.id} = added.id and ${isImported} and ${audienceMembers.mailsSent} = 0
    and ${audienceMembers.confirmedAt} is not distinct from added."confirmedAt"`);
  const left = sql`${audienceMembers.id} in (select added.id from ${rows})`;
  return { removed: rowCount ?? 0, kept: await tx.$count(audienceMembers, and(own, left)) };
}

/** Returns the number of imported readers of a creator who were asked within 24 hours. */
export const countAskedToday = (db: Queries, creatorId: number): Promise<number> =>
  db.$count(
    audienceMembers,
    and(
      eq(audienceMembers.creatorId, creatorId),
      isImported,
      gt(audienceMembers.mailedAt, sql`now() - interval '1 day'`),
    ),
  );

/** Lists the creators with imported readers who were not asked yet. */
export const listAskingCreators = async (db: Queries): Promise<number[]> =>
  (await db.selectDistinct({ id: audienceMembers.creatorId }).from(audienceMembers).where(isUnasked)).map(
    ({ id }) => id,
  );

/** Returns imported readers of a creator who were not asked yet, except those who have unsubscribed meanwhile. */
export async function findUnasked(
  tx: Transaction,
  { creatorId, limit }: { creatorId: number; limit: number },
): Promise<number[]> {
  const isUnsubscribed: SQL = isListed({ creatorId }, sql`${audienceMembers.emailHash}`);
  const rows = await tx
    .select({ id: audienceMembers.id })
    .from(audienceMembers)
    .where(and(eq(audienceMembers.creatorId, creatorId), isUnasked, sql`not ${isUnsubscribed}`))
    // Readers whose own limits are reached must not delay the others.
    .orderBy(sql`random()`)
    .limit(limit);
  return rows.map(({ id }) => id);
}
