import { and, desc, eq, gt, gte, isNull, lt, or, sql } from "drizzle-orm";
import { deleteInBatches } from "../../platform/database/in-batches.ts";
import {
  type Database,
  firstOrThrow,
  lazyPrepared,
  type Queries,
  type Transaction,
} from "../../platform/database/index.ts";
import { users } from "../accounts/index.ts";
import { creators } from "../creators/index.ts";
import { apiKeys } from "./tables.ts";

export type ApiKeyRow = Omit<typeof apiKeys.$inferSelect, "hash"> & { isEnded: boolean };

/** The database's clock decides, which all nodes share. */
const isEnded = sql<boolean>`coalesce(${apiKeys.expiresAt} <= now(), false)`;
const isActive = and(
  isNull(apiKeys.revokedAt),
  or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)),
);
/** Ended keys stay listed for this time, so that their last use can be checked. */
const RETENTION = sql`now() - interval '90 days'`;
const MAX_LISTED = 200;

const shown = {
  id: apiKeys.id,
  creatorId: apiKeys.creatorId,
  name: apiKeys.name,
  prefix: apiKeys.prefix,
  scopes: apiKeys.scopes,
  createdAt: apiKeys.createdAt,
  expiresAt: apiKeys.expiresAt,
  lastUsedAt: apiKeys.lastUsedAt,
  lastUsedFrom: apiKeys.lastUsedFrom,
  revokedAt: apiKeys.revokedAt,
  isEnded,
};

/** Lists the keys of a creator: the active ones, then the newest of the others. */
export const listApiKeys = (db: Queries, creatorId: number): Promise<ApiKeyRow[]> =>
  db
    .select(shown)
    .from(apiKeys)
    .where(eq(apiKeys.creatorId, creatorId))
    .orderBy(desc(isActive ?? sql`true`), desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(MAX_LISTED);

export const countActiveKeys = (db: Queries, creatorId: number): Promise<number> =>
  db.$count(apiKeys, and(eq(apiKeys.creatorId, creatorId), isActive));

export const insertApiKey = (
  tx: Transaction,
  values: Pick<
    typeof apiKeys.$inferInsert,
    "creatorId" | "name" | "prefix" | "hash" | "scopes" | "expiresAt"
  >,
): Promise<ApiKeyRow> =>
  tx.insert(apiKeys).values(values).returning(shown).then(firstOrThrow("insert returned no key"));

/** Revokes a key. Returns false if the creator has none with this id. A repetition keeps the first time. */
export async function revokeApiKey(
  db: Queries,
  { creatorId, id }: { creatorId: number; id: string },
): Promise<boolean> {
  const { rowCount } = await db
    .update(apiKeys)
    .set({ revokedAt: sql`coalesce(${apiKeys.revokedAt}, now())` })
    .where(and(eq(apiKeys.id, id), eq(apiKeys.creatorId, creatorId)));
  return rowCount === 1;
}

/** Revokes the active keys of a user's page: all, those made since a time, or the one with this id. Returns their ids and names. */
export function revokeKeysOf(
  tx: Transaction,
  { userId, since, id }: { userId: string; since?: Date | undefined; id?: string | undefined },
): Promise<{ id: string; name: string }[]> {
  const ofUser = tx.select({ id: creators.id }).from(creators).where(eq(creators.userId, userId));
  return tx
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(
      and(
        sql`${apiKeys.creatorId} in ${ofUser}`,
        isActive,
        since && gte(apiKeys.createdAt, since),
        id === undefined ? undefined : eq(apiKeys.id, id),
      ),
    )
    .returning({ id: apiKeys.id, name: apiKeys.name });
}

/** A prepared query, because every request with a key runs it. */
const holderOf = lazyPrepared((db) =>
  db
    .select({
      keyId: apiKeys.id,
      scopes: apiKeys.scopes,
      creatorId: creators.id,
      userId: users.id,
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      isAdmin: users.isAdmin,
      isSuspended: sql<boolean>`coalesce(${creators.suspension} = 'account', false)`,
      reclaimedAt: users.reclaimedAt,
      stale: sql<boolean>`coalesce(${apiKeys.lastUsedAt} < now() - interval '5 minutes', true)`,
    })
    .from(apiKeys)
    .innerJoin(creators, eq(creators.id, apiKeys.creatorId))
    .innerJoin(users, eq(users.id, creators.userId))
    .where(and(eq(apiKeys.hash, sql.placeholder("hash")), isActive, isNull(users.deletionAt)))
    .prepare("find_api_key_holder"),
);

/** Returns the creator of an active key, or undefined. An account whose deletion is scheduled has none. */
export async function findHolder(db: Database, hash: Buffer) {
  const [row] = await holderOf(db).execute({ hash });
  return row;
}

export async function recordUse(db: Queries, { id, country }: { id: string; country: string | null }) {
  await db.update(apiKeys).set({ lastUsedAt: sql`now()`, lastUsedFrom: country }).where(eq(apiKeys.id, id));
}

export async function deleteEndedKeys(db: Queries): Promise<void> {
  await deleteInBatches(db, apiKeys, or(lt(apiKeys.revokedAt, RETENTION), lt(apiKeys.expiresAt, RETENTION)));
}
