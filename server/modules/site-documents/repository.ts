import { and, eq, gte, inArray, or } from "drizzle-orm";
import { ACCEPTED_DOCUMENTS, type AcceptedDocument } from "../../../contract/rules/site.ts";
import type { Queries } from "../../platform/database/index.ts";
import { documentAcceptances, documentVersions } from "./tables.ts";

/** A version of a document that users accept. */
export type DocumentVersion = { document: AcceptedDocument; version: string };

export async function insertVersions(
  db: Queries,
  versions: readonly (typeof documentVersions.$inferInsert)[],
): Promise<void> {
  if (versions.length > 0)
    await db
      .insert(documentVersions)
      .values([...versions])
      .onConflictDoNothing();
}

/** Returns the rows of those versions that any node has shown. */
export async function findVersions(db: Queries, versions: readonly DocumentVersion[]) {
  const { document, version, language, shownSince } = documentVersions;
  if (versions.length === 0) return [];
  const isOne = versions.map((one) => and(eq(document, one.document), eq(version, one.version)));
  return db
    .select({ document, version, language, shownSince })
    .from(documentVersions)
    .where(or(...isOne));
}

export async function insertAcceptances(
  db: Queries,
  acceptances: readonly (typeof documentAcceptances.$inferInsert)[],
): Promise<void> {
  if (acceptances.length > 0)
    await db
      .insert(documentAcceptances)
      .values([...acceptances])
      .onConflictDoNothing();
}

/** Lists what a user has accepted, oldest first. */
export async function listAcceptances(db: Queries, userId: string) {
  const { document, version, language, acceptedAt } = documentAcceptances;
  return db
    .select({ document, version, language, acceptedAt })
    .from(documentAcceptances)
    .where(and(eq(documentAcceptances.userId, userId), inArray(document, [...ACCEPTED_DOCUMENTS])))
    .orderBy(documentAcceptances.id);
}

/** Deletes what a stranger has accepted in a user's place, with `since` only from then on. */
export async function deleteAcceptances(db: Queries, { userId, since }: { userId: string; since?: Date }) {
  await db
    .delete(documentAcceptances)
    .where(and(eq(documentAcceptances.userId, userId), since && gte(documentAcceptances.acceptedAt, since)));
}
