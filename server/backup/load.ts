import { stat } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import type pg from "pg";
import { BackupError } from "./backup-error.ts";
import { type End, type Header, tableOfPart, UPLOADS } from "./format.ts";
import type { CommandInput } from "./make-backup.ts";
import { readArchive } from "./read-archive.ts";
import {
  createEventPartitions,
  deleteOrphanCounts,
  openTables,
  rebuildSearchTables,
  setSequences,
  withConstraintsSuspended,
} from "./tables-in.ts";
import { applyMigrations } from "./target.ts";
import { type Uploads, verifyUploads } from "./uploads-in.ts";
import { listFiles } from "./uploads-out.ts";

/** Loads a backup into an empty database, in the caller's transaction, and into the storage. Returns foreign tables, which were not restored. */
export async function load(
  { file, signal, progress }: CommandInput,
  parts: { client: pg.Client; uploads: Uploads; header: Header; end: End },
): Promise<string[]> {
  const { client, uploads, header, end } = parts;
  progress.step("Restoring", (await stat(file)).size);
  await applyMigrations(client, header);
  await createEventPartitions(client, header.eventDays);
  const tables = await openTables(client, header);
  await withConstraintsSuspended(client, async () => {
    // Verify the archive again while loading: the file may have changed since the first check.
    const read = await readArchive({ file, signal, onBytes: progress.bytes }, async ({ name, bytes }) => {
      const table = tableOfPart(name);
      if (table) await tables.take(table, await buffer(bytes));
      else if (name.startsWith(UPLOADS)) await uploads.save(name.slice(UPLOADS.length), bytes);
    });
    if (read.end.sha256 !== end.sha256) throw new BackupError(`${file} was changed while it was read.`);
    assertRowCounts(await tables.finish(), end, tables.unknown);
    await deleteOrphanCounts(client);
    await uploads.finish();
    verifyUploads(uploads.received, await listFiles(client), end);
  });
  await setSequences(client, header.sequences);
  await rebuildSearchTables(client);
  return tables.unknown;
}

function assertRowCounts(rows: Record<string, number>, end: End, unknown: string[]): void {
  for (const [table, expected] of Object.entries(end.rows)) {
    if (unknown.includes(table) || (rows[table] ?? 0) === expected) continue;
    throw new BackupError(`Of ${expected} rows of ${table} only ${rows[table] ?? 0} could be restored.`);
  }
}
