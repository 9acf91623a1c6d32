import { createHash } from "node:crypto";
import { and, desc, eq, gt, isNull, lte, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { AccountExport } from "../../../contract/api/account-exports.ts";
import { EXPORT_DAYS, EXPORTS_PER_DAY } from "../../../contract/rules/limits.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { onViolation } from "../../platform/database/errors.ts";
import {
  firstOrThrow,
  inTransaction,
  type Queries,
  type Transaction,
} from "../../platform/database/index.ts";
import { whileRoom } from "../../platform/disk.ts";
import { httpErrors, notFound } from "../../platform/http/app-error.ts";
import type { Viewer } from "../../platform/http/viewer.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import type { Job } from "../../platform/jobs/port.ts";
import { lockUser, reserveUnverifiedEmail } from "../accounts/index.ts";
import { findCreatorByUser } from "../creators/index.ts";
import { archiveEntries, manifestEntry } from "./archive-content.ts";
import { writeArchive } from "./archive-writer.ts";
import type { AccountDataDeps } from "./deps.ts";
import { errors } from "./errors.ts";
import { endKilled } from "./killed-jobs.ts";
import { accountExports } from "./tables.ts";

type ExportRow = typeof accountExports.$inferSelect;
const LISTED = 5;
const keyOf = (id: string) => `exports/${id}.zip`;

function presentExport({ id, state, createdAt, size, expiresAt }: ExportRow): AccountExport {
  return {
    id,
    state,
    created_at: createdAt.toISOString(),
    size,
    expires_at: expiresAt?.toISOString() ?? null,
  };
}

/** An archive is listed until its expiry, by the database's clock. A pending one has no expiry yet. */
const isUnexpired = or(isNull(accountExports.expiresAt), gt(accountExports.expiresAt, sql`now()`));

/** Returns an account's pending and downloadable archives, newest first. */
export async function listExports(db: Queries, userId: string): Promise<AccountExport[]> {
  const rows = await db
    .select()
    .from(accountExports)
    .where(and(eq(accountExports.userId, userId), isUnexpired))
    .orderBy(desc(accountExports.createdAt))
    .limit(LISTED);
  return rows.map(presentExport);
}

/** Queues an archive. Throws 409 while another one is pending, 429 above the daily limit. */
export async function requestExport(
  { db, jobs, limits }: Pick<AccountDataDeps, "db" | "jobs" | "limits">,
  { viewer, ip }: { viewer: Pick<Viewer, "userId" | "email" | "emailVerifiedAt">; ip: string },
): Promise<AccountExport> {
  const { userId } = viewer;
  // Limits emails to an unverified email, because it may be a stranger's. The list of archives also shows when one is ready.
  const isMailed =
    viewer.emailVerifiedAt !== null || (await reserveUnverifiedEmail(limits, { ...viewer, ip }));
  return inTransaction(db, async (tx) => {
    if (!(await lockUser(tx, userId))) throw httpErrors.signedOut();
    const ofToday = gt(accountExports.createdAt, sql`now() - interval '1 day'`);
    const made = await tx.$count(accountExports, and(eq(accountExports.userId, userId), ofToday));
    if (made >= EXPORTS_PER_DAY) throw errors.tooManyExports({ count: EXPORTS_PER_DAY });
    const row = await tx
      .insert(accountExports)
      .values({ userId })
      .returning()
      .catch(rejectUnfinished)
      .then(firstOrThrow("insert returned no export"));
    const data: z.input<typeof ExportJob> = { exportId: row.id, isMailed };
    await jobs.enqueue(tx, { name: EXPORT_JOB, data });
    return presentExport(row);
  });
}

const rejectUnfinished = onViolation("account_exports_unfinished", errors.exportUnfinished);

/** Returns the storage key of an account's own archive. Throws 404 for another account's or an expired one. */
export async function findReadyExport(db: Queries, { userId, id }: { userId: string; id: string }) {
  const [row] = await db
    .select()
    .from(accountExports)
    .where(
      and(
        eq(accountExports.id, id),
        eq(accountExports.userId, userId),
        eq(accountExports.state, "ready"),
        isUnexpired,
      ),
    );
  if (!row?.sha256 || row.size === null) throw notFound("File");
  const name = `account-${row.createdAt.toISOString().slice(0, 10)}.zip`;
  return { key: keyOf(row.id), name, size: row.size, sha256: row.sha256 };
}

const EXPORT_JOB = "account-data.export";
const ExportJob = z.object({ exportId: z.string(), isMailed: z.boolean() });
/** Long enough to read a creator's whole quota at a few megabytes a second. */
const TIMEOUT_SECONDS = 3600;
const RETRY = { limit: 4, initialDelaySeconds: 30, maxDelaySeconds: 600 };

/** Writes an archive to the storage. Each attempt starts anew, and overwrites the bytes of a killed one under the same key. */
export const exportJob = (deps: AccountDataDeps): Job =>
  defineJob({
    name: EXPORT_JOB,
    payload: ExportJob,
    concurrency: 2,
    timeoutSeconds: TIMEOUT_SECONDS,
    retry: RETRY,
    async handler({ data, attempt, signal }) {
      try {
        await makeExport(deps, { ...data, signal });
      } catch (error) {
        if (attempt > RETRY.limit) await setFailed(deps.db, data.exportId);
        throw error;
      }
    },
  });

/** Fails exports whose process died in every attempt. */
export const endKilledExports = ({ db, jobs }: Pick<AccountDataDeps, "db" | "jobs">): Promise<void> =>
  endKilled(jobs, { name: EXPORT_JOB, payload: ExportJob }, ({ exportId }) => setFailed(db, exportId));

async function makeExport(
  deps: AccountDataDeps,
  { exportId, isMailed, signal }: { exportId: string; isMailed: boolean; signal: AbortSignal },
): Promise<void> {
  const owner = await findWaitingOwner(deps, exportId);
  if (!owner) return;
  await deps.disk.requireRoom(0);
  const archive = writeArchive(archiveEntries(deps, owner), (written) => manifestEntry(deps, written));
  const hash = createHash("sha256");
  let size = 0;
  async function* measured() {
    for await (const chunk of whileRoom(deps.disk, archive)) {
      signal.throwIfAborted();
      size += chunk.length;
      hash.update(chunk);
      yield chunk;
    }
  }
  const temp = await deps.storage.createTemp(measured());
  try {
    await deps.storage.saveFile(keyOf(exportId), temp);
  } finally {
    await temp.discard();
  }
  await finishExport(deps, { exportId, isMailed, size, sha256: hash.digest() });
}

/** Locks the account of an archive and returns it, unless the archive is finished or the account deleted. Locks the account first, like requests and deletions. */
async function lockOwner(tx: Transaction, exportId: string) {
  const [row] = await tx.select().from(accountExports).where(eq(accountExports.id, exportId));
  return row?.state === "waiting" && row.userId !== null ? lockUser(tx, row.userId) : undefined;
}

async function findWaitingOwner({ db }: Pick<AccountDataDeps, "db">, exportId: string) {
  return inTransaction(db, async (tx) => {
    const user = await lockOwner(tx, exportId);
    const creator = user && (await findCreatorByUser(tx, user.id));
    return creator && { ...user, userId: user.id, creatorId: creator.id };
  });
}

/** Marks the archive as ready and emails its user. If the account was deleted meanwhile, the clean-up removes the bytes. */
async function finishExport(
  { db, mails }: Pick<AccountDataDeps, "db" | "mails">,
  { exportId, isMailed, size, sha256 }: { exportId: string; isMailed: boolean; size: number; sha256: Buffer },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const user = await lockOwner(tx, exportId);
    if (!user) return;
    const [row] = await tx
      .update(accountExports)
      .set({ state: "ready", size, sha256, expiresAt: sql`now() + make_interval(days => ${EXPORT_DAYS})` })
      .where(and(eq(accountExports.id, exportId), eq(accountExports.state, "waiting")))
      .returning();
    if (!row?.expiresAt || !isMailed) return;
    await mails.enqueueEmail(tx, {
      to: user.email,
      mail: {
        mail: "export-ready",
        until: row.expiresAt.toISOString(),
        links: { main: { to: "page", path: paths.accountData() } },
      },
      cause: `export ${exportId}`,
    });
  });
}

async function setFailed(db: Queries, exportId: string): Promise<void> {
  await db
    .update(accountExports)
    .set({ state: "failed", expiresAt: sql`now() + interval '1 day'` })
    .where(and(eq(accountExports.id, exportId), eq(accountExports.state, "waiting")));
}

/** Deletes expired archives and the archives of deleted accounts. Deletes the bytes first, so that a row remains until they are gone. */
export async function deleteEndedExports({
  db,
  storage,
}: Pick<AccountDataDeps, "db" | "storage">): Promise<void> {
  const ended = or(isNull(accountExports.userId), lte(accountExports.expiresAt, sql`now()`));
  for (const { id } of await db.select({ id: accountExports.id }).from(accountExports).where(ended)) {
    await storage.deleteFile(keyOf(id));
    await db.delete(accountExports).where(eq(accountExports.id, id));
  }
}
