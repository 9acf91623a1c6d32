import { and, eq, isNull, lte, or, type SQL, sql, sum } from "drizzle-orm";
import { firstOrThrow, type Queries, type Transaction } from "../../platform/database/index.ts";
import { isWaiting } from "./repository.ts";
import { isFileId } from "./rules.ts";
import { directUploads } from "./tables.ts";

type UploadKey = { creatorId: number; id: string };

const inSeconds = (seconds: number): SQL<Date> => sql<Date>`now() + make_interval(secs => ${seconds})`;

/** Inserts an upload, and returns the expiry of its URL. */
export async function insertDirectUpload(
  tx: Transaction,
  {
    urlSeconds,
    seconds,
    ...upload
  }: UploadKey & { name: string; bytes: number; urlSeconds: number; seconds: number },
): Promise<Date> {
  const row = await tx
    .insert(directUploads)
    .values({ ...upload, endsAt: inSeconds(seconds) })
    .returning({ startedAt: directUploads.startedAt })
    .then(firstOrThrow("insert returned no upload"));
  return new Date(row.startedAt.getTime() + urlSeconds * 1000);
}

/** Returns the number of a creator's active uploads, and the bytes of cancelled ones that may still be in the bucket. */
export async function readDirectUploads(tx: Transaction, creatorId: number) {
  const ofCreator = and(
    eq(directUploads.creatorId, creatorId),
    isNull(directUploads.fileId),
    isNull(directUploads.removedAt),
  );
  const waiting = await tx.$count(directUploads, and(ofCreator, isWaiting));
  const [left] = await tx
    .select({ bytes: sum(directUploads.bytes).mapWith(Number) })
    .from(directUploads)
    .where(and(ofCreator, lte(directUploads.endsAt, sql`now()`)));
  return { waiting, leftBytes: left?.bytes ?? 0 };
}

/** Returns an upload of a creator, and whether it has expired. */
export async function findDirectUpload(db: Queries, { creatorId, id }: UploadKey) {
  if (!isFileId(id)) return undefined;
  const [row] = await db
    .select({
      bytes: directUploads.bytes,
      fileId: directUploads.fileId,
      checkingSince: directUploads.checkingSince,
      isWaiting: sql<boolean>`${isWaiting}`,
    })
    .from(directUploads)
    .where(and(eq(directUploads.id, id), eq(directUploads.creatorId, creatorId)));
  return row;
}

/** Returns an upload that can still be completed, or undefined if it cannot or its creator was deleted. */
export async function findWaitingUpload(db: Queries, id: string) {
  const [row] = await db
    .select({ creatorId: directUploads.creatorId, name: directUploads.name, bytes: directUploads.bytes })
    .from(directUploads)
    .where(and(eq(directUploads.id, id), isWaiting));
  return row?.creatorId ? { ...row, creatorId: row.creatorId } : undefined;
}

/** Records that the check of an upload begins, and extends its deadline. Returns false if the check has already begun. */
export async function beginChecking(tx: Transaction, id: string, seconds: number): Promise<boolean> {
  const { rowCount } = await tx
    .update(directUploads)
    .set({ checkingSince: sql`now()`, endsAt: sql`greatest(${directUploads.endsAt}, ${inSeconds(seconds)})` })
    .where(and(eq(directUploads.id, id), isWaiting, isNull(directUploads.checkingSince)));
  return rowCount === 1;
}

/** Records the file of an upload. From then on the file counts towards the storage limit, not the upload. Returns false if the upload can no longer be completed. */
export async function finishDirectUpload(tx: Transaction, id: string, fileId: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(directUploads)
    .set({ fileId, endsAt: sql`now()` })
    .where(and(eq(directUploads.id, id), isWaiting));
  return rowCount === 1;
}

export async function endDirectUpload(db: Queries, id: string): Promise<void> {
  await db
    .update(directUploads)
    .set({ endsAt: sql`now()` })
    .where(and(eq(directUploads.id, id), isWaiting));
}

/** Selects ended uploads whose URL has expired. */
const hasEnded = (urlSeconds: number) =>
  and(lte(directUploads.endsAt, sql`now()`), lte(directUploads.startedAt, inSeconds(-urlSeconds)));
const wasRemovedADayAgo = lte(directUploads.removedAt, inSeconds(-86_400));

/** Returns uploads whose bytes must be removed: ended uploads, and each of them again a day later, because bytes may have arrived late. */
export async function listUploadsToRemove(
  db: Queries,
  { urlSeconds, limit }: { urlSeconds: number; limit: number },
): Promise<{ id: string; removedAt: Date | null }[]> {
  return db
    .select({ id: directUploads.id, removedAt: directUploads.removedAt })
    .from(directUploads)
    .where(or(and(isNull(directUploads.removedAt), hasEnded(urlSeconds)), wasRemovedADayAgo))
    .limit(limit);
}

/** Records that the bytes of an upload were removed, and deletes it the second time. */
export async function markRemoved(db: Queries, { id, removedAt }: { id: string; removedAt: Date | null }) {
  const isUpload = eq(directUploads.id, id);
  if (removedAt) await db.delete(directUploads).where(isUpload);
  else await db.update(directUploads).set({ removedAt: sql`now()` }).where(isUpload);
}
