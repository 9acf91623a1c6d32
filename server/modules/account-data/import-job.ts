import { createHash } from "node:crypto";
import { z } from "zod";
import { ArchiveFile } from "../../../contract/api/account-archive.ts";
import { ARCHIVE_LIMITS } from "../../../contract/rules/archive-limits.ts";
import { inTransaction } from "../../platform/database/index.ts";
import { whileRoom } from "../../platform/disk.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import { type Job, UnrecoverableJobError } from "../../platform/jobs/port.ts";
import { findCreatorByUser } from "../creators/index.ts";
import { isOwnFile } from "../files/index.ts";
import { readJson, readRows, withArchive } from "./archive-reader.ts";
import type { AccountDataDeps } from "./deps.ts";
import { errors } from "./errors.ts";
import { importContent } from "./import-content.ts";
import type { Row } from "./import-input.ts";
import { toMember } from "./import-member.ts";
import {
  findImport,
  hashed,
  importKey,
  lockImport,
  type RunningImport,
  saveProgress,
  setFailed,
  sourceOf,
} from "./import-steps.ts";
import { createTally, type Tally } from "./import-tally.ts";
import { loadImportedItems } from "./imported-items.ts";
import { endKilled } from "./killed-jobs.ts";

export const IMPORT_JOB = "account-data.import";
/** `sha256` is the hash of the accepted archive. Jobs of the previous release have none. */
const ImportJob = z.object({ importId: z.string(), sha256: z.string().optional() });
export type ImportJobData = z.input<typeof ImportJob>;

const TIMEOUT_SECONDS = 3600;
const RETRY = { limit: 6, initialDelaySeconds: 10, maxDelaySeconds: 600 };
const MEMBERS_PER_STEP = 500;

/** Imports an archive, or continues after the last step of an interrupted attempt. */
export const importJob = (deps: AccountDataDeps): Job =>
  defineJob({
    name: IMPORT_JOB,
    payload: ImportJob,
    concurrency: 2,
    timeoutSeconds: TIMEOUT_SECONDS,
    retry: RETRY,
    async handler({ data, attempt, signal }) {
      const { importId } = data;
      try {
        await runImport(deps, data, signal);
      } catch (error) {
        const isLast = attempt > RETRY.limit || error instanceof UnrecoverableJobError;
        if (isLast) await setFailed(deps.db, importId);
        throw error;
      }
      await deps.storage.deleteFile(importKey(importId));
    },
  });

/** Fails imports whose process died in every attempt. */
export const endKilledImports = ({ db, jobs }: Pick<AccountDataDeps, "db" | "jobs">): Promise<void> =>
  endKilled(jobs, { name: IMPORT_JOB, payload: ImportJob }, ({ importId }) => setFailed(db, importId));

async function runImport(
  deps: AccountDataDeps,
  { importId, sha256 }: z.output<typeof ImportJob>,
  signal: AbortSignal,
): Promise<void> {
  const { db, storage, disk, publicUrl, maxUploadBytes } = deps;
  const row = await findImport(db, importId);
  if (row?.state !== "waiting" || row.userId === null) return;
  const { userId } = row;
  const creator = await findCreatorByUser(db, userId);
  // The account was deleted or suspended.
  if (!creator || creator.suspension === "account")
    throw new UnrecoverableJobError("no account to import to");
  const stored = await storage.openFile(importKey(importId));
  if (!stored) throw new UnrecoverableJobError("the bytes of the archive are missing");
  const hash = createHash("sha256");
  const temp = await storage.createTemp(whileRoom(disk, hashed(stored.stream, hash)));
  try {
    // Items that earlier attempts added stay, because they come from the accepted archive.
    if (sha256 !== undefined && hash.digest("hex") !== sha256)
      throw new UnrecoverableJobError("the bytes of the archive were changed in the storage");
    await withArchive(temp.path, { maxBytes: maxUploadBytes, signal }, async (archive) => {
      const page = (await readJson(archive, "data/page.json")) as Row;
      const { source, id } = sourceOf(archive, page);
      const items = await loadImportedItems(db, { userId, source, importId });
      const isOwn = archive.manifest.source === publicUrl && id === creator.id;
      const running = { row: { ...row, userId }, creatorId: creator.id, archive, page, isOwn, items, signal };
      const tally = createTally();
      const files = await importFiles(deps, running, tally);
      await importContent(deps, running, { tally, files });
      await importAudience(deps, running, files.size);
    });
  } finally {
    await temp.discard();
  }
}

/** Stores the files and pictures of an archive. Returns their ids here, or null for rejected ones. */
async function importFiles(deps: AccountDataDeps, running: RunningImport, tally: Tally) {
  const targets = new Map<string, string | null>();
  for await (const row of readRows(running.archive, "data/files.json")) {
    running.signal.throwIfAborted();
    const sourceId = typeof row.id === "string" ? row.id : "";
    await tally.attempt("file", row.name, async () => {
      targets.set(sourceId, null);
      const found = await importFile(deps, running, { row, step: targets.size });
      targets.set(sourceId, found.targetId);
      return found.isAdded;
    });
  }
  return targets;
}

async function importFile(
  { db, files }: AccountDataDeps,
  { row: { id: importId }, creatorId, archive, items, isOwn }: RunningImport,
  { row, step }: { row: Row; step: number },
): Promise<{ targetId: string; isAdded: boolean }> {
  const file = ArchiveFile.safeParse(row).data;
  if (!file) throw errors.invalidRow();
  const item = { kind: "file" as const, sourceId: file.id };
  const known = items.find(item) ?? (isOwn ? { targetId: file.id, isOfThisImport: false } : undefined);
  if (known && (await isOwnFile(db, { creatorId, id: known.targetId })))
    return { targetId: known.targetId, isAdded: known.isOfThisImport };
  const path = file.purpose === "image" ? `pictures/${file.id}.webp` : `files/${file.id}`;
  if (!archive.has(path)) throw errors.missingBytes();
  const stored = await files.storeUpload({
    creatorId,
    purpose: file.purpose,
    name: file.name,
    source: await archive.open(path),
    onStored: async (tx, targetId) => {
      await items.record(tx, { ...item, targetId });
      await saveProgress(tx, importId, { done: step });
    },
  });
  return { targetId: stored.path, isAdded: true };
}

/** Adds the audience in steps, beginning after the last committed one, and finishes the import. */
async function importAudience(
  deps: AccountDataDeps,
  { row: own, creatorId, archive, signal }: RunningImport,
  fileCount: number,
): Promise<void> {
  const first = fileCount + 1;
  let batch: Row[] = [];
  let place = 0;
  const commit = async () => {
    const rows = batch;
    const from = first + place - rows.length;
    batch = [];
    await inTransaction(deps.db, async (tx) => {
      const current = await lockImport(tx, own);
      // An earlier attempt has committed this step.
      if (!current?.result || current.done !== from) return;
      const tally = createTally(current.result);
      const members = rows.flatMap((row) => toMember(row, deps.clock.now()) ?? []);
      const counts = await deps.audience.importMembers(tx, { creatorId, members });
      tally.count("audience", "added", counts.added);
      tally.count("audience", "present", counts.present);
      tally.count("audience", "left_out", rows.length - members.length + counts.leftOut);
      await saveProgress(tx, own.id, { done: from + rows.length, result: tally.result });
    });
  };
  const start = (await findImport(deps.db, own.id))?.done ?? first;
  // Members above the limit are only counted.
  let surplus = 0;
  for await (const row of readRows(archive, "data/audience.json")) {
    signal.throwIfAborted();
    if (place >= ARCHIVE_LIMITS.audience) {
      surplus += 1;
      continue;
    }
    place += 1;
    if (first + place <= start) continue;
    batch.push(row);
    if (batch.length === MEMBERS_PER_STEP) await commit();
  }
  if (batch.length > 0) await commit();
  await inTransaction(deps.db, async (tx) => {
    const current = await lockImport(tx, own);
    if (!current?.result) return;
    const tally = createTally(current.result);
    tally.count("audience", "left_out", surplus);
    await saveProgress(tx, own.id, { done: current.total, result: tally.result, state: "done" });
  });
}
