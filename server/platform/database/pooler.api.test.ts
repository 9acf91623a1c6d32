import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openTestDatabase } from "../../testing/open-database.ts";
import { inTransaction, lazyPrepared } from "./index.ts";
import { assertSameDatabase, CONNECT_QUERY, hasTimeLimits } from "./pooler.ts";
import { lastBackup } from "./tables.ts";

const open = (options: { isPooled: boolean }) => openTestDatabase({ maxConnections: 1, ...options });

const backups = lazyPrepared((db) => db.select().from(lastBackup).prepare("list_backups"));

/** Counts the prepared statements that a connection keeps after named queries inside and outside a transaction. */
async function countKept({ db }: Awaited<ReturnType<typeof open>>) {
  await backups(db).execute();
  await inTransaction(db, (tx) => backups(tx).execute());
  const { rows } = await db.execute<{ kept: number }>(
    sql`select count(*)::int as kept from pg_prepared_statements`,
  );
  return rows[0]?.kept;
}

test("sends no statement names and no startup parameters through a pooler", async () => {
  const direct = await open({ isPooled: false });
  expect(await countKept(direct)).toBe(1);
  expect(await hasTimeLimits(direct.db.$client)).toBe(true);
  const pooled = await open({ isPooled: true });
  expect(await countKept(pooled)).toBe(0);
  expect(await hasTimeLimits(pooled.db.$client)).toBe(false);
  await pooled.db.$client.query(CONNECT_QUERY);
  expect(await hasTimeLimits(pooled.db.$client)).toBe(true);
});

test("rejects a pooler that leads to another database", async () => {
  const [one, other] = [await open({ isPooled: true }), await open({ isPooled: true })];
  await assertSameDatabase(one.db.$client, one.url);
  await expect(assertSameDatabase(one.db.$client, other.url)).rejects.toThrow(/lead to different databases/);
});

test("sets the time limits in the example configuration of PgBouncer", async () => {
  expect(await readFile("deploy/pgbouncer.ini", "utf8")).toContain(`connect_query='${CONNECT_QUERY}'`);
});
