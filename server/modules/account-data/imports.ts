import { createHash } from "node:crypto";
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import pLimit from "p-limit";
import type { AccountImport } from "../../../contract/api/account-imports.ts";
import { ARCHIVE_LIMITS, IMPORT_DAYS, IMPORTS_PER_DAY } from "../../../contract/rules/archive-limits.ts";
import { MAX_DISCOUNTS, MAX_LETTERS, MAX_PRODUCTS, MAX_TILES } from "../../../contract/rules/limits.ts";
import { MAX_SERIES } from "../../../contract/rules/series-limits.ts";
import { onViolation } from "../../platform/database/errors.ts";
import { deleteInBatches } from "../../platform/database/in-batches.ts";
import { type Database, inTransaction, type Queries } from "../../platform/database/index.ts";
import { whileRoom } from "../../platform/disk.ts";
import { httpErrors } from "../../platform/http/app-error.ts";
import type { CreatorViewer } from "../../platform/http/viewer.ts";
import type { TempFile } from "../../platform/storage/port.ts";
import { lockUser } from "../accounts/index.ts";
import { creatorErrors } from "../creators/index.ts";
import { declaredBytes, fileErrors, receiveFile, sizeText } from "../files/index.ts";
import { tooLong } from "./archive-entries.ts";
import { type Archive, readJson, readRows, verifyArchive, withArchive } from "./archive-reader.ts";
import type { AccountDataDeps } from "./deps.ts";
import { errors } from "./errors.ts";
import { IMPORT_JOB, type ImportJobData } from "./import-job.ts";
import { hashed, type ImportRow, importKey, sourceOf } from "./import-steps.ts";
import { accountImports } from "./tables.ts";

const LISTED = 3;
const ONE_DAY_AGO = sql`now() - interval '1 day'`;
/** Verifies one archive at a time, because reading a whole archive costs processor time. */
const verifyInTurn = pLimit(1);

const presentImport = ({ id, state, createdAt, done, total, result }: ImportRow): AccountImport => ({
  id,
  state: state === "receiving" ? "waiting" : state,
  created_at: createdAt.toISOString(),
  done,
  total,
  result,
});

/** Returns the latest imports of an account, newest first. */
export async function listImports(db: Queries, userId: string): Promise<AccountImport[]> {
  const rows = await db
    .select()
    .from(accountImports)
    .where(and(eq(accountImports.userId, userId), ne(accountImports.state, "receiving")))
    .orderBy(desc(accountImports.createdAt))
    .limit(LISTED);
  return rows.map(presentImport);
}

type ImportRequest = {
  viewer: CreatorViewer;
  takesHandle: boolean;
  request: FastifyRequest;
  /** Aborted when the client closes the connection. */
  signal: AbortSignal;
};

/**
 * Receives and verifies an archive, and queues its import. Stores nothing of an invalid file. Throws 400 for such a
 * file, 403 for an unverified email, 409 while another import runs, and 413, 429 or 507 above a limit.
 */
export async function startImport(deps: AccountDataDeps, given: ImportRequest): Promise<AccountImport> {
  const { viewer, request } = given;
  // Unverified accounts are excluded, because anyone can register and an archive is expensive to read.
  if (viewer.emailVerifiedAt === null) throw creatorErrors.unverified();
  await requireTurn(deps.db, viewer.userId);
  requireSize(deps, declaredBytes(request));
  await deps.disk.requireRoom(declaredBytes(request));
  const { source, stop } = await receiveFile(request);
  try {
    const hash = createHash("sha256");
    const bytes = measured(deps, hashed(source, hash));
    const temp = await deps.storage.createTemp(whileRoom(deps.disk, bytes));
    try {
      return await verifyAndStore(deps, given, { temp, sha256: hash.digest("hex") });
    } finally {
      await temp.discard();
    }
  } finally {
    stop();
  }
}

type Received = { temp: TempFile; sha256: string };

/** Verifies an archive, and stores it if it is valid. */
async function verifyAndStore(
  deps: AccountDataDeps,
  { viewer: { userId }, takesHandle, signal }: ImportRequest,
  received: Received,
): Promise<AccountImport> {
  const reading = { maxBytes: deps.maxUploadBytes, signal };
  let id: string | undefined;
  let total: number;
  try {
    total = await verifyInTurn(() =>
      withArchive(received.temp.path, reading, async (archive) => {
        id = await insertImport(deps.db, { userId, takesHandle });
        return await checkArchive(archive);
      }),
    );
  } catch (error) {
    // A rejected archive counts towards the daily limit, too, because reading it is the expensive part.
    if (id !== undefined) await setReceived(deps.db, id, { emptiedAt: sql`now()` });
    throw signal.aborted ? fileErrors.brokenUpload({ cause: error }) : error;
  }
  if (id === undefined) throw new Error("the import has no row");
  try {
    return await storeImport(deps, { id, userId, total }, received);
  } catch (error) {
    await setReceived(deps.db, id, { userId: null });
    throw error;
  }
}

function requireSize({ maxUploadBytes }: AccountDataDeps, bytes: number): void {
  if (bytes > maxUploadBytes) throw fileErrors.tooLarge({ noun: "file", size: sizeText(maxUploadBytes) });
}

async function* measured(deps: AccountDataDeps, source: AsyncIterable<Uint8Array>) {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    requireSize(deps, bytes);
    yield chunk;
  }
}

/** Throws 409 during another import, and 429 above the daily limit. Runs before an archive is received, and again when it is counted. */
async function requireTurn(db: Queries, userId: string): Promise<void> {
  const own = eq(accountImports.userId, userId);
  const [unfinished, ofToday] = [
    await db.$count(accountImports, and(own, eq(accountImports.state, "waiting"))),
    await db.$count(accountImports, and(own, gt(accountImports.createdAt, ONE_DAY_AGO))),
  ];
  if (unfinished > 0) throw errors.importUnfinished();
  if (ofToday >= IMPORTS_PER_DAY) throw errors.tooManyImports({ count: IMPORTS_PER_DAY });
}

/** Counts an archive by inserting its row. The row precedes the bytes, so that an interruption leaves no bytes without a row. */
const insertImport = (db: Database, values: { userId: string; takesHandle: boolean }): Promise<string> =>
  inTransaction(db, async (tx) => {
    if (!(await lockUser(tx, values.userId))) throw httpErrors.signedOut();
    await requireTurn(tx, values.userId);
    const [row] = await tx
      .insert(accountImports)
      .values({ ...values, total: 0, state: "receiving" })
      .returning({ id: accountImports.id });
    if (!row) throw new Error("insert returned no import");
    return row.id;
  });

async function setReceived(
  db: Queries,
  id: string,
  change: { emptiedAt: SQL } | { userId: null },
): Promise<void> {
  await db
    .update(accountImports)
    .set(change)
    .where(and(eq(accountImports.id, id), eq(accountImports.state, "receiving")));
}

const MAX_ROWS = {
  "data/tiles.json": MAX_TILES,
  "data/products.json": MAX_PRODUCTS,
  "data/discounts.json": MAX_DISCOUNTS,
  "data/series.json": MAX_SERIES,
  "data/files.json": ARCHIVE_LIMITS.entries,
  "data/letters.json": MAX_LETTERS,
  "data/emails.json": ARCHIVE_LIMITS.entries,
  "data/audience.json": ARCHIVE_LIMITS.audienceRows,
};

/** Reads a whole archive. Returns the number of import steps. */
async function checkArchive(archive: Archive): Promise<number> {
  await verifyArchive(archive);
  sourceOf(archive, await readJson(archive, "data/page.json"));
  const counts = new Map<string, number>();
  for (const [path, max] of Object.entries(MAX_ROWS)) {
    let count = 0;
    for await (const _row of readRows(archive, path)) {
      count += 1;
      if (count > max) throw tooLong();
    }
    counts.set(path, count);
  }
  const members = Math.min(counts.get("data/audience.json") ?? 0, ARCHIVE_LIMITS.audience);
  return (counts.get("data/files.json") ?? 0) + 1 + members;
}

/** Stores an archive and queues its import. */
async function storeImport(
  { db, jobs, storage }: AccountDataDeps,
  { id, userId, total }: { id: string; userId: string; total: number },
  { temp, sha256 }: Received,
): Promise<AccountImport> {
  await storage.saveFile(importKey(id), temp);
  return await inTransaction(db, async (tx) => {
    if (!(await lockUser(tx, userId))) throw httpErrors.signedOut();
    const data: ImportJobData = { importId: id, sha256 };
    await jobs.enqueue(tx, { name: IMPORT_JOB, data });
    const isRow = and(eq(accountImports.id, id), eq(accountImports.state, "receiving"));
    const [queued] = await tx
      .update(accountImports)
      .set({ state: "waiting", total })
      .where(isRow)
      .returning()
      .catch(rejectUnfinished);
    if (!queued) throw httpErrors.unavailable({ cause: new Error("the archive took too long to store") });
    return presentImport(queued);
  });
}

const rejectUnfinished = onViolation("account_imports_unfinished", errors.importUnfinished);

/** Deletes the bytes of finished, abandoned or orphaned imports, and later their rows. */
export async function deleteEndedImports({
  db,
  storage,
}: Pick<AccountDataDeps, "db" | "storage">): Promise<void> {
  const { userId, state, createdAt, emptiedAt } = accountImports;
  const isInterrupted = and(eq(state, "receiving"), lt(createdAt, sql`now() - interval '1 hour'`));
  const isUnneeded = or(isNull(userId), inArray(state, ["done", "failed"]), isInterrupted);
  const withBytes = and(isNull(emptiedAt), isUnneeded);
  for (const { id } of await db.select({ id: accountImports.id }).from(accountImports).where(withBytes)) {
    await storage.deleteFile(importKey(id));
    await db.update(accountImports).set({ emptiedAt: sql`now()` }).where(eq(accountImports.id, id));
  }
  const isRefused = and(eq(state, "receiving"), lt(createdAt, ONE_DAY_AGO));
  const isOld = lt(createdAt, sql`now() - make_interval(days => ${IMPORT_DAYS})`);
  await deleteInBatches(db, accountImports, and(isNotNull(emptiedAt), or(isNull(userId), isRefused, isOld)));
}
