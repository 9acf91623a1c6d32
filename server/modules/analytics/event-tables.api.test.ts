import pg from "pg";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../platform/database/index.ts";
import { createTestDatabase } from "../../testing/create-database.ts";
import { makePartitions } from "./partitions.ts";

const log = pino({ level: "silent" });

/** Tables that only the database of visits has, or each for itself. */
const OTHERS = ["event_database", "schema_migrations", "compatible_migrations"];

const COLUMNS = `
  select table_name as name, column_name, data_type, is_nullable, column_default, is_identity
  from information_schema.columns where table_schema = 'public' and table_name = any($1) order by 1, 2`;
const INDEXES = "select tablename as name, indexdef from pg_indexes where tablename = any($1) order by 1, 2";
const CONSTRAINTS = `
  select conrelid::regclass::text as name, conname, pg_get_constraintdef(oid) as definition from pg_constraint
  where conrelid::regclass::text = any($1) and contype not in ('f', 'n') order by 1, 2`;
const STORAGE =
  "select relname as name, relkind, reloptions from pg_class where relname = any($1) order by 1";

test("the tables of a database of visits are those of the main database, without what leads to its other tables", async () => {
  const main = await open("template");
  const own = await open("eventsTemplate");
  const found = await own.query<{ name: string }>(
    "select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not relispartition order by 1",
  );
  const names = found.rows.map(({ name }) => name).filter((name) => !OTHERS.includes(name));
  expect(names).toHaveLength(9);
  for (const text of [COLUMNS, INDEXES, CONSTRAINTS, STORAGE]) {
    const [expected, actual] = [await main.query(text, [names]), await own.query(text, [names])];
    expect(actual.rows).toEqual(expected.rows);
  }
  expect((await own.query("select 1 from pg_constraint where contype = 'f'")).rows).toEqual([]);
});

async function open(template: "template" | "eventsTemplate"): Promise<pg.Client> {
  const { url, drop } = await createTestDatabase(template);
  const db = openDatabase({ url, log, maxConnections: 1 });
  await makePartitions(db);
  await db.$client.end();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await drop();
  });
  return client;
}
