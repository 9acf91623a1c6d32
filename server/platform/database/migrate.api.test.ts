import { randomBytes } from "node:crypto";
import { cp, readdir, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { pino } from "pino";
import { beforeEach, expect, inject, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../testing/create-database.ts";
import { administer, migrationsFolder, withDatabase } from "../../testing/database.ts";
import { formerRecords } from "../../testing/former-migrations.ts";
import { listen } from "../../testing/listen.ts";
import { makeTestFolder } from "../../testing/temporary-folder.ts";
import { isDatabaseUnavailable } from "./errors.ts";
import { migrate } from "./migrate.ts";
import { isDirect } from "./pooler.ts";

const log = pino({ level: "silent" });
let folder: string;
let url: string;

beforeEach(async () => {
  folder = await makeTestFolder();
  await cp(migrationsFolder, folder, { recursive: true });
});

/** Creates an empty database for a test. */
async function createEmpty(options = "") {
  const name = `tessera_migrate_${randomBytes(6).toString("hex")}`;
  url = withDatabase(inject("adminUrl"), name);
  await administer(inject("adminUrl"), `create database ${name} ${options}`);
  onTestFinished(() => administer(inject("adminUrl"), `drop database ${name} with (force)`));
}

/** Creates a database for a test, migrated to this release. */
async function createMigrated() {
  const database = await createTestDatabase();
  url = database.url;
  onTestFinished(database.drop);
}

async function query(text: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
const run = () => migrate({ url, folder, log });
const applied = async () =>
  (await query("select name from schema_migrations order by name")).map((row) => row.name);
const steps = async () => (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();

test("migrates an empty database once if five nodes start at once", async () => {
  await createEmpty();
  await Promise.all(Array.from({ length: 5 }, run));
  expect(await applied()).toEqual(await steps());
  expect(await query("select count(*)::int as count from creators")).toEqual([{ count: 0 }]);
  await run();
});

test("reports a server that accepts connections but never answers as unavailable", async () => {
  const silent = createServer(() => undefined);
  const { port } = await listen(silent);
  const attempt = migrate({ url: `postgres://tessera@127.0.0.1:${port}/tessera`, folder, log });
  const outcome = await Promise.race([attempt.catch((error: unknown) => error), delay(12_000, "it waits")]);
  silent.close();
  expect(outcome).toBeInstanceOf(Error);
  expect(isDatabaseUnavailable(outcome)).toBe(true);
});

test("rejects a database that cannot hold texts of all languages, with the statement that creates a suitable one", async () => {
  await createEmpty("encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0");
  await expect(run()).rejects.toThrow(/encoding SQL_ASCII; Tessera needs UTF8.* ENCODING 'UTF8'/);
});

test("migrates a database of the previous release once for five nodes", async () => {
  await createMigrated();
  await writeFile(join(folder, "9998_next.sql"), "create table next (id int); insert into next values (1);");
  await Promise.all(Array.from({ length: 5 }, run));
  expect(await query("select id from next")).toEqual([{ id: 1 }]);
});

test("rejects a pooler that ignores startup parameters", async () => {
  await createEmpty();
  const { host, port } = new pg.Client({ connectionString: url });
  const pooler = createServer((client) => {
    const database = connect(host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
    client.on("data", (bytes) =>
      database.write(bytes.toString("latin1").replace("tessera.direct=on", "tessera.unread=on"), "latin1"),
    );
    database.pipe(client);
    for (const socket of [client, database]) socket.on("error", () => undefined);
  });
  const target = new URL(url.replace("@/", "@localhost/"));
  target.search = "?sslmode=disable";
  target.host = new URL((await listen(pooler)).url).host;
  try {
    await expect(migrate({ url: target.href, folder, log })).rejects.toThrow("unsupported startup parameter");
    expect([await isDirect(target.href), await isDirect(url)]).toEqual([false, true]);
    expect(await query("select to_regclass('schema_migrations') as migrations")).toEqual([
      { migrations: null },
    ]);
  } finally {
    pooler.close();
  }
});

test("rejects a database of a newer release without changing it", async () => {
  await createMigrated();
  await query(
    "insert into schema_migrations (name, hash, compatible_from) values ('9999_later.sql', 'x', '9999_later.sql')",
  );
  await expect(run()).rejects.toThrow(
    /newer than this release: it holds migration 9999_later\.sql\. .* restore a backup/,
  );
});

test("accepts a database with unknown but compatible migrations", async () => {
  await createMigrated();
  const next = join(folder, "9998_next.sql");
  await writeFile(next, "alter table creators add column next int;");
  await run();
  await rm(next);
  await run();
  await writeFile(join(folder, "9997_between.sql"), "create table between_them (id int);");
  await run();
  expect(await applied()).toContain("9997_between.sql");
  await writeFile(next, "-- something else");
  await expect(run()).rejects.toThrow("Migration 9998_next.sql was changed after it had been applied.");
});

test("rejects the migration of a dropped column only in releases that use the column", async () => {
  await createMigrated();
  const unused = join(folder, "9997_stop-using.sql");
  await writeFile(unused, "create table unused (id int);");
  const drop = join(folder, "9998_drop.sql");
  await writeFile(drop, "-- compatible from: 9997_stop-using.sql\ndrop table unused;");
  await run();
  await rm(drop);
  await run();
  await rm(unused);
  await expect(run()).rejects.toThrow("newer than this release: it holds migration 9998_drop.sql");
});

/** Creates a database with records of former migrations, up to 0082. */
async function createFormer(records: string[]) {
  await createEmpty();
  const start = await makeTestFolder();
  await cp(join(folder, "0000_start.sql"), join(start, "0000_start.sql"));
  await migrate({ url, folder: start, log });
  await query(records.join(";"));
}

test("migrates a database of commit 25e65fde once for five nodes", async () => {
  await createFormer(formerRecords());
  await Promise.all(Array.from({ length: 5 }, run));
  expect(await applied()).toEqual(await steps());
  expect(await query("select min(applied_at) as at from schema_migrations")).toEqual([
    { at: new Date("2026-11-01T00:00:00Z") },
  ]);
  await run();
});

test("rejects a database from before commit 25e65fde without changing it", async () => {
  await createFormer(formerRecords({ isComplete: false }));
  const tables =
    "select relname, to_jsonb(m) from pg_class, schema_migrations m where relkind = 'r' order by 1, 2";
  const before = await query(tables);
  await expect(run()).rejects.toThrow(
    "The database is from before commit 25e65fde. Start that commit on it once, then this release.",
  );
  expect(await query(tables)).toEqual(before);
});

test("creates an index while rows are written, and again after a killed attempt", async () => {
  await createMigrated();
  const statements = [
    "drop index concurrently if exists creators_next",
    "create unique index concurrently creators_next on creators (length(handle))",
  ];
  const text = statements.join(";\n--> statement-breakpoint\n");
  await writeFile(join(folder, "9998_index.sql"), text);
  const rows = "insert into users (email) values ('a@example.org'), ('b@example.org')";
  await query(rows);
  await query(
    "insert into creators (user_id, handle, display_name) select id, left(email, 1) || 'bc', email from users",
  );
  await expect(run()).rejects.toThrow("could not create unique index");
  await query("delete from creators where handle = 'abc'");
  const writer = new pg.Client({ connectionString: url });
  await writer.connect();
  await writer.query("begin; update creators set display_name = 'B'");
  const nodes = Promise.all([run(), run()]);
  await delay(500);
  await query("set lock_timeout = '1s'; update creators set bio = 'written meanwhile' where false");
  await writer.query("commit");
  await writer.end();
  await nodes;
  const valid = "select indisvalid from pg_index where indexrelid = 'creators_next'::regclass";
  expect(await query(valid)).toEqual([{ indisvalid: true }]);
  expect(await applied()).toContain("9998_index.sql");
});

test("reports a migration that was edited after it was applied", async () => {
  await createMigrated();
  const [first = ""] = await steps();
  await writeFile(join(folder, first), "-- something else");
  await expect(run()).rejects.toThrow(`Migration ${first} was changed after it had been applied.`);
});

test("rolls back a failed migration, and keeps the earlier ones", async () => {
  await createMigrated();
  await writeFile(join(folder, "9997_whole.sql"), "create table whole (id int);");
  const broken = join(folder, "9998_broken.sql");
  await writeFile(broken, "create table half (id int); select 1 / 0;");
  await expect(run()).rejects.toThrow("division by zero");
  expect(await query("select to_regclass('half') as half, to_regclass('whole')::text as whole")).toEqual([
    { half: null, whole: "whole" },
  ]);
  expect(await applied()).not.toContain("9998_broken.sql");
  await writeFile(broken, "create table half (id int);");
  await run();
  expect(await query("select count(*)::int as count from half")).toEqual([{ count: 0 }]);
});

test("retries a migration that waits for a transaction of the previous release, without blocking others", async () => {
  await createMigrated();
  await writeFile(join(folder, "9998_next.sql"), "alter table creators add column next int;");
  const blocker = new pg.Client({ connectionString: url });
  await blocker.connect();
  await blocker.query("begin; select from creators");
  const migrating = run();
  // The query waits behind the migration until the migration gives up.
  await delay(500);
  await query("set lock_timeout = '4s'; select from creators");
  await blocker.query("rollback");
  await blocker.end();
  await migrating;
  expect(await applied()).toContain("9998_next.sql");
});

test("rolls back the migration of a killed node, which the next node applies", async () => {
  await createMigrated();
  const next = join(folder, "9998_next.sql");
  await writeFile(next, "create table next (id int); select pg_sleep(60);");
  const dying = run();
  dying.catch(() => undefined);
  const asleep =
    "select pid from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()";
  await expect.poll(() => query(asleep)).toHaveLength(1);
  await writeFile(next, "create table next (id int);");
  const waiting = run();
  const migrating = `select 1 from pg_stat_activity where application_name = 'tessera migrations' and datname = current_database()`;
  await expect.poll(() => query(migrating)).toHaveLength(2);
  await query(`select pg_terminate_backend(pid) from (${asleep}) as dying`);
  await expect(dying).rejects.toThrow();
  await waiting;
  expect(await query("select count(*)::int as count from next")).toEqual([{ count: 0 }]);
  expect(await applied()).toContain("9998_next.sql");
});
