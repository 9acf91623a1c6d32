import { and, eq, gt, inArray, isNull, sql, sum } from "drizzle-orm";
import { violatedConstraint } from "../../platform/database/errors.ts";
import { lockName, type Queries, type Transaction } from "../../platform/database/index.ts";
import { notFound } from "../../platform/http/app-error.ts";
import { isFileId } from "./rules.ts";
import { directUploads, files } from "./tables.ts";

export type NewFile = typeof files.$inferInsert;

/** Returns the total bytes of a creator's files, including direct uploads that can still be completed. */
export async function usedBytes(db: Queries, creatorId: number): Promise<number> {
  const waiting = db
    .select({ size: directUploads.bytes })
    .from(directUploads)
    .where(and(eq(directUploads.creatorId, creatorId), isWaiting));
  const all = db
    .select({ size: files.size })
    .from(files)
    .where(eq(files.creatorId, creatorId))
    .unionAll(waiting)
    .as("all");
  const [row] = await db.select({ total: sum(all.size).mapWith(Number) }).from(all);
  return row?.total ?? 0;
}

/** Selects direct uploads that can still be completed. */
export const isWaiting = and(isNull(directUploads.fileId), gt(directUploads.endsAt, sql`now()`));

/** Blocks other transactions from adding files of this creator until this one ends. */
export async function lockFilesOf(tx: Transaction, creatorId: number): Promise<void> {
  await lockName(tx, `files of ${creatorId}`);
}

export async function insertFile(tx: Transaction, file: NewFile): Promise<void> {
  try {
    await tx.insert(files).values(file);
  } catch (error) {
    if (violatedConstraint(error) === "files_creator_id_creators_id_fk") throw notFound("Creator");
    throw error;
  }
}

/**
 * Returns the id of the creator's private file with the same bytes, if any. Restarts the week for which the clean-up
 * keeps it without a reference. The caller has locked the creator's files.
 */
export async function keepSameFile(
  tx: Transaction,
  { creatorId, purpose, size, sha256 }: Pick<NewFile, "creatorId" | "purpose" | "size" | "sha256">,
): Promise<string | undefined> {
  if (creatorId == null || purpose !== "digital") return undefined;
  const same = and(eq(files.creatorId, creatorId), eq(files.purpose, purpose), eq(files.size, size));
  const [row] = await tx
    .select({ id: files.id })
    .from(files)
    .where(and(same, eq(files.sha256, sha256)))
    .limit(1);
  if (!row) return undefined;
  // Waits for a clean-up that may be deleting it.
  const kept = await tx
    .update(files)
    .set({ unreferencedSince: null })
    .where(eq(files.id, row.id))
    .returning({ id: files.id });
  return kept[0]?.id;
}

export async function hasFile(db: Queries, id: string): Promise<boolean> {
  return (await db.$count(files, eq(files.id, id))) > 0;
}

export async function isOwnFile(db: Queries, { creatorId, id }: { creatorId: number; id: string }) {
  return (await db.$count(files, and(eq(files.id, id), eq(files.creatorId, creatorId)))) > 0;
}

export async function isOwnImage(db: Queries, { creatorId, id }: { creatorId: number; id: string }) {
  const { creatorId: owner, purpose } = files;
  return (await db.$count(files, and(eq(files.id, id), eq(owner, creatorId), eq(purpose, "image")))) > 0;
}

/** Returns whether all these images are the creator's. */
export async function ownsImages(
  db: Queries,
  { creatorId, ids }: { creatorId: number; ids: readonly string[] },
): Promise<boolean> {
  const distinct = [...new Set(ids)];
  if (distinct.length === 0) return true;
  const isOwn = and(eq(files.creatorId, creatorId), eq(files.purpose, "image"));
  return (await db.$count(files, and(inArray(files.id, distinct), isOwn))) === distinct.length;
}

/** Returns a private file by its id. The caller has checked that it may be read. */
export async function findDigitalFile(db: Queries, id: string) {
  if (!isFileId(id)) return undefined;
  const [row] = await db
    .select({ name: files.name, size: files.size, sha256: files.sha256 })
    .from(files)
    .where(and(eq(files.id, id), eq(files.purpose, "digital")));
  return row;
}

/**
 * Returns the creator's own private file by the opaque path that the upload returned, or null for anything else.
 * Within a transaction the file cannot be deleted until it ends.
 */
export async function findOwnDigitalFile(
  db: Queries,
  { creatorId, path }: { creatorId: number; path: string },
): Promise<{ id: string; name: string; size: number } | null> {
  if (!isFileId(path)) return null;
  const [row] = await db
    .select({ id: files.id, name: files.name, size: files.size })
    .from(files)
    .where(and(eq(files.id, path), eq(files.creatorId, creatorId), eq(files.purpose, "digital")))
    .for("key share");
  return row ?? null;
}
