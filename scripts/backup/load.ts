import { stat } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import type pg from "pg";
import { type End, type Header, tableOfPart, UPLOADS } from "./format.ts";
import type { Given } from "./make-backup.ts";
import { BackupProblem } from "./problem.ts";
import { readArchive } from "./read-archive.ts";
import { makeEventMonths, openTables, remakeDirectory, setSequences, withoutChecks } from "./tables-in.ts";
import { repeatMigrations } from "./target.ts";
import { type Uploads, verifyUploads } from "./uploads-in.ts";
import { listFiles } from "./uploads-out.ts";

/** Fills an empty database within a transaction that the caller ends, and the store beside it. Returns the tables that are not ours and stayed out. */
export async function load(
  { file, signal, progress }: Given,
  parts: { client: pg.Client; uploads: Uploads; header: Header; end: End },
): Promise<string[]> {
  const { client, uploads, header, end } = parts;
  progress.step("Restoring", (await stat(file)).size);
  await repeatMigrations(client, header.migrations);
  await makeEventMonths(client, header.eventMonths);
  const tables = await openTables(client, header);
  await withoutChecks(client, async () => {
    // Proved a second time on the way: the file may not be what it was a minute ago.
    const read = await readArchive({ file, signal, onBytes: progress.bytes }, async ({ name, bytes }) => {
      const table = tableOfPart(name);
      if (table) await tables.take(table, await buffer(bytes));
      else if (name.startsWith(UPLOADS)) await uploads.keep(name.slice(UPLOADS.length), bytes);
    });
    if (read.end.sha256 !== end.sha256) throw new BackupProblem(`${file} was changed while it was read.`);
    refuseOtherCounts(await tables.finish(), end, tables.unknown);
    await uploads.finish();
    verifyUploads(uploads.received, await listFiles(client), end);
  });
  await setSequences(client, header.sequences);
  await remakeDirectory(client);
  return tables.unknown;
}

function refuseOtherCounts(rows: Record<string, number>, end: End, unknown: string[]): void {
  for (const [table, wanted] of Object.entries(end.rows)) {
    if (unknown.includes(table) || (rows[table] ?? 0) === wanted) continue;
    throw new BackupProblem(`Of ${wanted} rows of ${table} only ${rows[table] ?? 0} could be restored.`);
  }
}
