import { promisify } from "node:util";
import { zstdCompress } from "node:zlib";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { BackupError } from "./backup-error.ts";
import {
  findJobsVersion,
  listEventDays,
  listMigrations,
  listSequences,
  listTables,
  quoted,
  quotedColumns,
} from "./catalog.ts";
import { FORMAT, fullName, type Header, PART_BYTES, partName, type Table } from "./format.ts";
import type { ArchiveWriter } from "./write-archive.ts";

const compress = promisify(zstdCompress);

type Parts = { client: pg.Client; archive: Pick<ArchiveWriter, "add">; onBytes: (count: number) => void };

/** Runs the work in one snapshot of the database: it sees no later commits, and blocks no other transaction. */
export async function inSnapshot<T>(
  client: pg.Client,
  work: (tables: Table[]) => Promise<T>,
  excluded?: string[],
): Promise<T> {
  const tables = await listTables(client, excluded);
  await client.query("begin isolation level repeatable read read only");
  // Locked before the first query takes the snapshot, so that no migration can run in between.
  if (tables.length > 0) {
    await client.query(`lock table ${tables.map(quoted).join(", ")} in access share mode`);
  }
  const result = await work(tables);
  await client.query("commit");
  return result;
}

export async function describeDatabase(client: pg.Client, tables: Table[]): Promise<Header> {
  const migrations = await listMigrations(client);
  if (migrations.length === 0) {
    throw new BackupError("The database holds no Tessera yet. There is nothing to save.");
  }
  return {
    product: "Tessera",
    format: FORMAT,
    madeAt: new Date().toISOString(),
    migrations,
    jobsVersion: await findJobsVersion(client),
    tables,
    sequences: await listSequences(client),
    eventDays: await listEventDays(client),
  };
}

/** Copies the rows of every table in parts. Returns the number of rows by table. */
export async function copyTables(parts: Parts, tables: Table[]): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (const table of tables) rows[fullName(table)] = await copyTable(parts, table);
  return rows;
}

async function copyTable({ client, archive, onBytes }: Parts, table: Table): Promise<number> {
  const rows = client.query(
    copyTo(`copy (select ${quotedColumns(table)} from ${quoted(table)}) to stdout`, {
      highWaterMark: PART_BYTES / 8,
    }),
  );
  let part = 0;
  // A part is written while the next one is read.
  let writing: Promise<void> = Promise.resolve();
  for await (const bytes of toParts(rows)) {
    await writing;
    part += 1;
    const name = partName(table, part);
    writing = compress(bytes).then((compressed) => archive.add(name, compressed));
    writing.catch(() => undefined);
    onBytes(bytes.length);
  }
  await writing;
  // PostgreSQL sends the number of rows after the last row.
  await client.query("");
  return rows.rowCount;
}

/** Combines chunks into parts of at least `PART_BYTES`. The last one may be smaller. */
async function* toParts(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let size = 0;
  for await (const chunk of source) {
    pending.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    yield Buffer.concat(pending, size);
    pending = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(pending, size);
}
