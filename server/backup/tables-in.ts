import { once } from "node:events";
import { finished } from "node:stream/promises";
import { promisify } from "node:util";
import { zstdDecompress } from "node:zlib";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { LIST_PARTITIONS } from "../modules/analytics/partitions.ts";
import { type Partition, partitionOf } from "../modules/analytics/rules.ts";
import { BackupError } from "./backup-error.ts";
import { exists, listSequences, listTables, quoted, quotedColumns } from "./catalog.ts";
import { fullName, type Header, MAX_PART_BYTES, type Table } from "./format.ts";

const decompress = promisify(zstdDecompress);

/** Opens tables for rows. No text of an archive becomes part of a statement: its names must match tables that the migrations created. */
export async function openTables(client: pg.Client, header: Header, excluded?: string[]) {
  const known = new Map((await listTables(client, excluded)).map((table) => [fullName(table), table]));
  const restorable = new Map<string, Table>();
  const unknown: string[] = [];
  for (const table of header.tables) {
    const columns = known.get(fullName(table))?.columns;
    if (!columns) unknown.push(fullName(table));
    else restorable.set(fullName(table), withKnownColumns(table, columns));
  }
  let open: { name: string; copy: Copy } | undefined;
  const rows: Record<string, number> = {};

  async function close() {
    if (open) rows[open.name] = await open.copy.end();
    open = undefined;
  }
  return {
    /** Tables that are not the product's. They are not restored. */
    unknown,
    /** Writes the next part of a table. A table's parts must be consecutive. */
    async take(name: string, part: Uint8Array): Promise<void> {
      const table = restorable.get(name);
      if (!table) return;
      if (open?.name !== name) {
        await close();
        open = { name, copy: startCopy(client, table) };
      }
      await open.copy.write(await decompress(part, { maxOutputLength: MAX_PART_BYTES }));
    },
    async finish(): Promise<Record<string, number>> {
      await close();
      return rows;
    },
  };
}

function withKnownColumns(table: Table, known: string[]): Table {
  const unknownColumn = table.columns.find((column) => !known.includes(column));
  if (unknownColumn === undefined) return table;
  throw new BackupError(
    `The backup's ${fullName(table)} has a column ${unknownColumn} that this release does not know. Restore it with the release that made it, and update afterwards.`,
  );
}

type Copy = { write(bytes: Buffer): Promise<void>; end(): Promise<number> };

function startCopy(client: pg.Client, table: Table): Copy {
  const sink = client.query(copyFrom(`copy ${quoted(table)} (${quotedColumns(table)}) from stdin`));
  const done = finished(sink);
  // `write` and `end` report the error. This handler prevents an unhandled rejection in between.
  done.catch(() => undefined);
  return {
    async write(bytes) {
      if (!sink.write(bytes)) await Promise.race([once(sink, "drain"), done]);
    },
    async end() {
      sink.end();
      await done;
      return sink.rowCount;
    },
  };
}

/** Removes foreign keys and disables triggers during the load. Afterwards they are restored and checked, or the transaction fails. */
export async function withConstraintsSuspended(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace in (select oid from pg_namespace where nspname in ('public', 'pgboss'))`,
  );
  const { rows: triggered } = await client.query<{ table: string }>(
    "select distinct tgrelid::regclass::text as table from pg_trigger where not tgisinternal",
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { table } of triggered) await client.query(`alter table ${table} disable trigger user`);
  await work();
  for (const { table } of triggered) await client.query(`alter table ${table} enable trigger user`);
  for (const { table, name, definition } of keys) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
}

/** Replaces the empty partitions of a new database with the partitions of the backup. */
export async function createEventPartitions(
  client: pg.Client,
  eventDays: Header["eventDays"],
): Promise<void> {
  const { rows } = await client.query<Partition>(LIST_PARTITIONS);
  for (const { name } of rows) await client.query(`drop table ${pg.escapeIdentifier(name)}`);
  for (const { name, from, to } of eventDays.map(partitionOf)) {
    await client.query(
      `create table ${pg.escapeIdentifier(name)} partition of events for values from (${pg.escapeLiteral(from)}) to (${pg.escapeLiteral(to)})`,
    );
  }
}

/** Sets the sequences to their values in the backup. */
export async function setSequences(client: pg.Client, sequences: Header["sequences"]): Promise<void> {
  const known = new Set((await listSequences(client)).map(fullName));
  for (const sequence of sequences) {
    if (!known.has(fullName(sequence))) continue;
    await client.query("select setval($1::regclass, $2, $3)", [
      quoted(sequence),
      sequence.value,
      sequence.called,
    ]);
  }
}

/** Derives the search data of users and orders from the other tables, with this server's collation. */
export async function rebuildSearchTables(client: pg.Client): Promise<void> {
  for (const [directory, owners] of [
    ["user_directory", "users"],
    ["order_directory", "orders"],
  ]) {
    if (!(await exists(client, `public.${directory}`))) continue;
    await client.query(`do $$ begin perform refresh_${directory}(id) from ${owners}; end $$`);
  }
}

/** Deletes counts of creators and tiles that are not in the backup. A backup whose visits were in a database of their own saved these a moment later. */
export async function deleteOrphanCounts(client: pg.Client): Promise<void> {
  for (const [table, column, owners] of [
    ["daily_counts", "creator_id", "creators"],
    ["daily_tile_counts", "tile_id", "tiles"],
  ]) {
    if (!(await exists(client, `public.${table}`))) continue;
    await client.query(
      `delete from ${table} c where not exists (select from ${owners} o where o.id = c.${column})`,
    );
  }
}
