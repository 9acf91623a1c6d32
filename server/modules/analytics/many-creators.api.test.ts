import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { pino } from "pino";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { inTransaction } from "../../platform/database/index.ts";
import { addTile } from "../../testing/factories.ts";
import { testSite } from "../../testing/test-site.ts";
import { beginTransaction, untilWaiting } from "../../testing/transactions.ts";
import { createRollups } from "./rollup-schedule.ts";
import { readOldestPending, rollUpPending, SHARES } from "./rollups.ts";

const CREATORS = 40_000;
const VIEWS = 20_000;
const BATCH = 5_000;

const site = testSite();
beforeAll(async () => {
  // A connection without the product's timeouts, which these statements may exceed.
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  try {
    await client.query("alter table users disable trigger user");
    await client.query(
      "alter table creators disable trigger user, drop constraint creators_user_id_users_id_fk",
    );
    await client.query("alter table tiles drop constraint tiles_creator_id_creators_id_fk");
    await client.query(
      "insert into users (email, password_hash) select 'creator-' || n || '@example.org', '-' from generate_series(1, $1::int) n",
      [CREATORS],
    );
    await client.query(
      "insert into creators (user_id, handle, display_name) select id, split_part(email, '@', 1), 'A creator' from users",
    );
    await client.query(
      `insert into tiles (creator_id, type, title, url, position, created_at)
       select id, 'link', 'A tile', 'https://example.org/', 0, now() - interval '1 day' * (id % 30) from creators`,
    );
    await client.query("alter table creators enable trigger user");
  } finally {
    await client.end();
  }
});
beforeEach(() => site.query("truncate pending_counts, daily_counts, daily_tile_counts"));

/** Reads the number of creators, the sum of their views, and the number of waiting counts. */
const readTotals = async () =>
  (
    await site.query(
      `select count(*)::int as creators, coalesce(sum(count), 0)::int as views,
         (select count(*)::int from pending_counts) as waiting
       from daily_counts where kind = 'event' and name = 'page_view'`,
    )
  )[0];

/** Rolls up in batches. One that exceeds the statement timeout throws. */
async function rollUpInBatches() {
  for (let moved = 0; moved < VIEWS; moved += BATCH) {
    expect(await rollUpPending(site.db, { rows: BATCH })).toEqual({
      moved: BATCH,
      isComplete: true,
    });
  }
}

test("rolls up views of 20,000 of 40,000 creators", async () => {
  // The views are spread over all creators, and the table has no statistics yet.
  await site.sql`insert into pending_counts (creator_id, event, device, country, source, created_at)
     select ids[1 + (n * 7919) % ${CREATORS}::int], 'page_view', 'mobile', 'DE', 'blog-' || n % 300, now() - interval '10 seconds'
     from generate_series(1, ${VIEWS}::int) n, (select array_agg(id) as ids from creators) every_creator`;
  await rollUpInBatches();
  expect(await readTotals()).toEqual({ creators: VIEWS, views: VIEWS, waiting: 0 });
});

test("shares a backlog between nodes by creator, and continues other shares while one waits for a lock", async () => {
  await site.sql`insert into pending_counts (creator_id, event, device, country, source, created_at)
     select ids[1 + n % 100], 'page_view', 'mobile', 'DE', 'direct', now() - interval '10 seconds'
     from generate_series(1, ${2_000}::int) n, (select array_agg(id) as ids from creators) every_creator`;
  const held = await beginTransaction(site);
  await held.sql`select from creators where id in (select creator_id from pending_counts where creator_id % ${SHARES} = 0) for update`;
  const isWaiting = async () =>
    (
      await site.sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    ).length > 0;
  const waiting: Promise<unknown>[] = [];
  // A node's share is random.
  while (!(await isWaiting())) {
    // On a slow machine it may give up waiting before this test ends.
    const running = rollUpPending(site.db, { rows: 50, shares: 1 }).catch(() => undefined);
    waiting.push(running);
    await Promise.race([running, delay(500)]);
  }
  for (;;) {
    const done = await rollUpPending(site.db, { rows: BATCH });
    expect(done?.isComplete).not.toBe(true);
    if (done?.moved === 0) break;
  }
  const others = "select count(*)::int as left from pending_counts where creator_id % $1 <> 0";
  expect(await site.query(others, [SHARES])).toEqual([{ left: 0 }]);
  await held.commit();
  await Promise.all(waiting);
  const nodes = Array.from({ length: SHARES + 1 }, async () => {
    while ((await readTotals())?.waiting > 0) await rollUpPending(site.db, { rows: 70, shares: 1 });
  });
  await Promise.all(nodes);
  expect(await readTotals()).toEqual({ creators: 100, views: 2_000, waiting: 0 });
});

test("reads the age of the oldest count without reading all waiting ones", async () => {
  const { age, read } = await inTransaction(site.db, async (tx) => {
    // A roll-up does not see uncommitted counts.
    await tx.execute(sql`insert into pending_counts (creator_id, event, created_at)
      select n, 'page_view', now() - interval '1 hour' - interval '1 ms' * (n % 600) from generate_series(1, ${VIEWS}::int) n`);
    await tx.execute(sql`analyze pending_counts`);
    const countRead = async () => {
      const { rows } = await tx.execute<{ read: number }>(
        sql`select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'pending_counts'`,
      );
      return rows[0]?.read ?? 0;
    };
    const before = await countRead();
    const oldest = await readOldestPending(tx);
    return { age: oldest, read: (await countRead()) - before };
  });
  expect(age).toBeGreaterThanOrEqual(3600);
  expect(read).toBeLessThanOrEqual(10);
});

test("rolls up views of one creator from as many sources, on the day of a thousand tiles", async () => {
  const anna = await site.signUp();
  const { id } = anna.creator;
  await addTile(anna);
  await site.sql`insert into tiles (creator_id, type, title, url, position, created_at)
     select ${id}, 'link', 'A tile', 'https://example.org/', n, now() - interval '1 minute' from generate_series(1, 1000) n`;
  await site.sql`insert into pending_counts (creator_id, event, device, country, source, created_at)
     select ${id}, 'page_view', 'mobile', 'DE', 'blog-' || n, now() - interval '10 seconds' - interval '1 ms' * n
     from generate_series(1, ${VIEWS}::int) n`;
  await rollUpInBatches();
  expect(await readTotals()).toEqual({ creators: 1, views: VIEWS, waiting: 0 });
});

test("drops counts of a creator who is deleted meanwhile, and deletes counts with their creator", async () => {
  const [gone, kept] = [await site.signUp(), await site.signUp()];
  const add = (id: number) =>
    site.sql`insert into pending_counts (creator_id, event, device, source, created_at)
       values (${id}, 'page_view', 'mobile', 'direct', now() - interval '10 seconds')`;
  for (const { creator } of [gone, gone, kept]) await add(creator.id);
  const deletion = await beginTransaction(site);
  await deletion.sql`delete from creators where id = ${gone.creator.id}`;
  const done = rollUpPending(site.db);
  await untilWaiting(site);
  await deletion.commit();
  expect(await done).toEqual({ moved: 3, isComplete: true });
  expect(await readTotals()).toEqual({ creators: 1, views: 1, waiting: 0 });
  await site.sql`delete from creators where id = ${kept.creator.id}`;
  expect(await readTotals()).toEqual({ creators: 0, views: 0, waiting: 0 });
});

test("repeats a slow batch with fewer counts until it succeeds, and logs the age of the oldest count", async () => {
  const { creator } = await site.signUp();
  await site.sql`insert into pending_counts (creator_id, event, device, source, created_at)
     select ${creator.id}, 'page_view', 'mobile', 'blog-' || n % 50, now() - interval '90 seconds' from generate_series(1, ${BATCH}::int) n`;
  // Makes the table as slow as if each count belonged to a very large page.
  await site.query(`create function slow() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.001 * (select count(*) from old_rows) / 5); return null; end $$`);
  await site.query(
    "create trigger slow after delete on pending_counts referencing old table as old_rows for each statement execute function slow()",
  );
  const pool = new pg.Pool({ connectionString: site.databaseUrl, max: 2, statement_timeout: 500 });
  // `end` does not wait for all connections to close, and the database is dropped right after it.
  pool.on("error", () => undefined);
  const lines: { rows?: number; oldestSeconds?: number; msg: string }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const rollups = createRollups({ db: drizzle({ client: pool }), log });
  try {
    while ((await readTotals())?.waiting > 0) await rollups.rollUpAll();
  } finally {
    rollups.stop();
    await pool.end();
    await site.query("drop trigger slow on pending_counts; drop function slow");
  }
  expect((await readTotals())?.views).toBe(BATCH);
  const failed = lines.filter(({ msg }) => msg.startsWith("analytics roll-up failed"));
  expect(failed[0]?.rows).toBe(BATCH);
  expect(failed.slice(1).every(({ rows = 0 }) => rows < BATCH)).toBe(true);
  expect(failed[0]?.oldestSeconds).toBeGreaterThanOrEqual(90);
  expect(
    lines.some(({ msg, oldestSeconds }) => msg.includes("is behind") && (oldestSeconds ?? 0) >= 90),
  ).toBe(true);
});
