import { and, asc, desc, eq, isNotNull, isNull, lte, sql } from "drizzle-orm";
import {
  first,
  firstOrThrow,
  lockName,
  type Queries,
  type Transaction,
} from "../../platform/database/index.ts";
import type { OwnHost } from "../../platform/http/hosts.ts";
import { creators } from "../creators/index.ts";
import { domains } from "./tables.ts";

export type DomainRow = typeof domains.$inferSelect;
type Own = { creatorId: number; id: string };
const isOwn = ({ creatorId, id }: Own) => and(eq(domains.id, id), eq(domains.creatorId, creatorId));

/** Lets one transaction at a time change domains, because a proof may change rows of several creators. */
export const lockDomains = (tx: Transaction) => lockName(tx, "domains");

export const listDomains = (db: Queries, creatorId: number): Promise<DomainRow[]> =>
  db
    .select()
    .from(domains)
    .where(eq(domains.creatorId, creatorId))
    .orderBy(asc(domains.createdAt), asc(domains.name));

/** Returns a part of all creators' domains, newest first, and their number. */
export async function listAllDomains(db: Queries, range: { limit: number; offset: number }) {
  const [rows, total] = await Promise.all([
    db
      .select({
        domain: domains,
        creator: { handle: creators.handle, displayName: creators.displayName, userId: creators.userId },
      })
      .from(domains)
      .innerJoin(creators, eq(creators.id, domains.creatorId))
      .orderBy(desc(domains.createdAt), desc(domains.id))
      .limit(range.limit)
      .offset(range.offset),
    db.$count(domains),
  ]);
  return { rows, total };
}

export const findDomain = (db: Queries, own: Own) => db.select().from(domains).where(isOwn(own)).then(first);

/** Inserts a domain. Returns undefined if the creator has it already. */
export const insertDomain = (
  tx: Transaction,
  values: Pick<typeof domains.$inferInsert, "creatorId" | "name" | "token" | "createdAt" | "nextCheckAt">,
) => tx.insert(domains).values(values).onConflictDoNothing().returning().then(first);

export const updateDomain = (
  tx: Transaction,
  id: string,
  values: Partial<typeof domains.$inferInsert>,
): Promise<DomainRow> =>
  tx.update(domains).set(values).where(eq(domains.id, id)).returning().then(firstOrThrow("no such domain"));

export const deleteDomain = (tx: Transaction, own: Own) =>
  tx.delete(domains).where(isOwn(own)).returning().then(first);

export const deleteAnyDomain = (tx: Transaction, id: string) =>
  tx.delete(domains).where(eq(domains.id, id)).returning().then(first);

/** Returns the row that has proven a name. */
export const findHolder = (tx: Transaction, name: string) =>
  tx
    .select()
    .from(domains)
    .where(and(eq(domains.name, name), isNotNull(domains.provenAt)))
    .then(first);

/** Makes the longest proven name the main one, if the creator has none. */
export async function chooseMain(tx: Transaction, creatorId: number): Promise<void> {
  const ofCreator = eq(domains.creatorId, creatorId);
  if ((await tx.$count(domains, and(ofCreator, domains.isMain))) > 0) return;
  const [oldest] = await tx
    .select({ id: domains.id })
    .from(domains)
    .where(and(ofCreator, isNotNull(domains.provenAt)))
    .orderBy(asc(domains.provenAt), asc(domains.id))
    .limit(1);
  if (oldest) await updateDomain(tx, oldest.id, { isMain: true });
}

/** Takes the main name from all domains of a creator. Returns whether the former one redirected. */
export async function clearMain(tx: Transaction, creatorId: number): Promise<boolean> {
  const cleared = await tx
    .update(domains)
    .set({ isMain: false })
    .where(and(eq(domains.creatorId, creatorId), domains.isMain))
    .returning({ redirects: domains.redirects });
  return cleared.some(({ redirects }) => redirects);
}

export const listDue = (db: Queries, now: Date, limit: number): Promise<DomainRow[]> =>
  db
    .select()
    .from(domains)
    .where(lte(domains.nextCheckAt, now))
    .orderBy(asc(domains.nextCheckAt))
    .limit(limit);

/** Returns the proven names of one creator, or of all. A page that is offline keeps its names. */
export const listHosts = (db: Queries, creatorId: number | null): Promise<Omit<OwnHost, "origin">[]> =>
  db
    .select({
      name: domains.name,
      creatorId: domains.creatorId,
      handle: creators.handle,
      isMain: domains.isMain,
      redirects: sql<boolean>`${domains.isMain} and ${domains.redirects}`,
    })
    .from(domains)
    .innerJoin(creators, eq(creators.id, domains.creatorId))
    .where(
      and(isNotNull(domains.provenAt), creatorId === null ? undefined : eq(domains.creatorId, creatorId)),
    );

/** Counts names by state, for the doctor. */
export const countStates = (db: Queries) =>
  db
    .select({
      proven: sql<number>`count(*) filter (where ${isNotNull(domains.provenAt)})::int`,
      failing: sql<number>`count(*) filter (where ${isNotNull(domains.failingSince)} and ${isNotNull(domains.provenAt)})::int`,
      pending: sql<number>`count(*) filter (where ${isNull(domains.provenAt)})::int`,
    })
    .from(domains)
    .then(firstOrThrow("no counts"));
