import { and, asc, eq, gt, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Language } from "../../../contract/rules/languages.ts";
import { SIGNUP_DAYS } from "../../../contract/rules/limits.ts";
import { deleteInBatches } from "../../platform/database/in-batches.ts";
import { first, firstOrThrow, type Queries, type Transaction } from "../../platform/database/index.ts";
import { hashToken } from "../../platform/tokens.ts";
import { creators, maySend } from "../creators/index.ts";
import { hashEmail } from "../marketing/index.ts";
import { audienceMembers } from "./tables.ts";

export type MemberRow = typeof audienceMembers.$inferSelect;
export type NewMember = Pick<
  MemberRow,
  "creatorId" | "email" | "source" | "sourceTitle" | "tileId" | "consentText" | "language"
>;

/**
 * Inserts a member unless the audience has the email already. Returns the row, locked until the transaction
 * ends.
 */
export async function upsertMember(tx: Transaction, member: NewMember): Promise<MemberRow> {
  const email = member.email.toLowerCase();
  return tx
    .insert(audienceMembers)
    .values({ ...member, email, emailHash: hashEmail(email) })
    .onConflictDoUpdate({
      target: [audienceMembers.creatorId, audienceMembers.emailHash],
      // A no-op update, because it locks and returns the existing row.
      set: { email },
    })
    .returning()
    .then(firstOrThrow("insert returned no member"));
}

/** A confirmed member of another installation's audience, with the evidence of consent. */
export type ImportedMember = Pick<
  MemberRow,
  "email" | "source" | "sourceTitle" | "consentText" | "consentedAt" | "language"
> & { confirmedAt: Date };

/** Inserts the members whose emails are not in the creator's audience yet. Returns their number. */
export async function insertMembers(tx: Transaction, creatorId: number, members: readonly ImportedMember[]) {
  if (members.length === 0) return 0;
  const rows = members.map((member) => {
    const email = member.email.toLowerCase();
    return { ...member, creatorId, email, emailHash: hashEmail(email) };
  });
  const { rowCount } = await tx
    .insert(audienceMembers)
    .values(rows)
    .onConflictDoNothing({ target: [audienceMembers.creatorId, audienceMembers.emailHash] });
  return rowCount ?? 0;
}

export async function updateMember(
  tx: Transaction,
  id: number,
  values: Partial<Omit<typeof audienceMembers.$inferInsert, "confirmedAt">> & { isConfirmed?: true },
): Promise<void> {
  const { isConfirmed, ...columns } = values;
  await tx
    .update(audienceMembers)
    .set({ ...columns, ...(isConfirmed && { confirmedAt: sql`now()` }) })
    .where(eq(audienceMembers.id, id));
}

/** Stores the token of a new confirmation link and counts its email. */
export async function setMailed(tx: Transaction, id: number, tokenHash: Buffer): Promise<void> {
  await tx
    .update(audienceMembers)
    .set({ tokenHash, mailsSent: sql`${audienceMembers.mailsSent} + 1`, mailedAt: sql`now()` })
    .where(eq(audienceMembers.id, id));
}

export const findMember = (db: Queries, id: number) =>
  db.select().from(audienceMembers).where(eq(audienceMembers.id, id)).then(first);

/** Returns the language in which a reader signed up, or null if it is unknown. */
export const findReaderLanguage = (
  db: Queries,
  { creatorId, emailHash }: { creatorId: number; emailHash: Buffer },
): Promise<Language | null> =>
  db
    .select({ language: audienceMembers.language })
    .from(audienceMembers)
    .where(and(eq(audienceMembers.creatorId, creatorId), eq(audienceMembers.emailHash, emailHash)))
    .then(first)
    .then((row) => row?.language ?? null);

export const lockMember = (tx: Transaction, id: number) =>
  tx.select().from(audienceMembers).where(eq(audienceMembers.id, id)).for("update").then(first);

export const findMemberByToken = (db: Queries, tokenHash: Buffer) =>
  db.select().from(audienceMembers).where(eq(audienceMembers.tokenHash, tokenHash)).then(first);

/** Returns the creator of a confirmation link, or undefined. */
export const creatorOfSignup = async (db: Queries, token: string): Promise<number | undefined> =>
  (await findMemberByToken(db, hashToken(token)))?.creatorId;

export const lockMemberByToken = (tx: Transaction, tokenHash: Buffer) =>
  tx.select().from(audienceMembers).where(eq(audienceMembers.tokenHash, tokenHash)).for("update").then(first);

/** Returns whether the signup with this seed is unconfirmed and its creator may send. */
export async function isPending(db: Queries, seed: string): Promise<boolean> {
  const [found] = await db
    .select({
      sendingStopped: creators.sendingStopped,
      suspension: creators.suspension,
      offlineSince: creators.offlineSince,
    })
    .from(audienceMembers)
    .innerJoin(creators, eq(creators.id, audienceMembers.creatorId))
    .where(and(eq(audienceMembers.seed, seed), isNull(audienceMembers.confirmedAt)));
  return found !== undefined && maySend(found);
}

/** Deletes a member of a creator's audience. Returns its email, or undefined. */
export async function deleteMember(tx: Transaction, { creatorId, id }: { creatorId: number; id: number }) {
  const [row] = await tx
    .delete(audienceMembers)
    .where(and(eq(audienceMembers.id, id), eq(audienceMembers.creatorId, creatorId)))
    .returning({ ...removed, email: audienceMembers.email });
  return row;
}

/** A removed signup. Programs have only heard of confirmed ones. */
export type RemovedMember = { id: number; creatorId: number; isConfirmed: boolean };
const removed = {
  id: audienceMembers.id,
  creatorId: audienceMembers.creatorId,
  isConfirmed: sql<boolean>`${audienceMembers.confirmedAt} is not null`,
};

/** Deletes an email from the audience of a creator, or of all creators. */
export async function deleteEmail(
  tx: Transaction,
  { emailHash, creatorId }: { emailHash: Buffer; creatorId?: number },
): Promise<RemovedMember[]> {
  return tx
    .delete(audienceMembers)
    .where(
      and(
        eq(audienceMembers.emailHash, emailHash),
        creatorId === undefined ? undefined : eq(audienceMembers.creatorId, creatorId),
      ),
    )
    .returning(removed);
}

/** Deletes the audience of a creator in batches. As a cascade, this would be one long statement. */
export async function deleteAudience(tx: Transaction, creatorId: number): Promise<void> {
  await deleteInBatches(tx, audienceMembers, eq(audienceMembers.creatorId, creatorId));
}

/** Days that an imported reader waits for the question, which daily limits delay. */
const UNASKED_DAYS = 60;

/** Deletes expired unconfirmed signups. The time of imported readers begins with their question. */
export async function deleteUnconfirmed(db: Queries): Promise<void> {
  const { confirmedAt, consentedAt, mailedAt, source } = audienceMembers;
  const since = sql`case when ${source} <> 'import' then ${consentedAt}
    else coalesce(${mailedAt}, ${consentedAt} + make_interval(days => ${UNASKED_DAYS})) end`;
  const isOld = sql`${since} < now() - make_interval(days => ${SIGNUP_DAYS})`;
  await deleteInBatches(db, audienceMembers, and(isNull(confirmedAt), isOld));
}

export const confirmedEmails = (creatorId: number): SQL => sql`
  select ${audienceMembers.email} as email from ${audienceMembers}
  where ${audienceMembers.creatorId} = ${creatorId} and ${audienceMembers.confirmedAt} is not null`;

/**
 * Returns the next confirmed members of an audience by id. Locks them against deletion until the transaction
 * ends.
 */
export async function listConfirmed(
  tx: Transaction,
  { creatorId, after, limit }: { creatorId: number; after: string | null; limit: number },
): Promise<{ id: string; email: string }[]> {
  const rows = await tx
    .select({ id: audienceMembers.id, email: audienceMembers.email })
    .from(audienceMembers)
    .where(
      and(
        eq(audienceMembers.creatorId, creatorId),
        isNotNull(audienceMembers.confirmedAt),
        gt(audienceMembers.id, Number(after ?? 0)),
      ),
    )
    .orderBy(asc(audienceMembers.id))
    .limit(limit)
    .for("key share");
  return rows.map(({ id, email }) => ({ id: String(id), email }));
}
