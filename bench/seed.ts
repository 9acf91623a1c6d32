import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { recountEvents } from "../server/modules/analytics/counts.ts";
import type { Creator } from "./stage.ts";

const OTHERS = 200;
const DAYS = 365;

/**
 * Fills the events of a year up to a number: half of them the creator's, the rest spread over many others; the same ones every time.
 * Made inside PostgreSQL, some 100 thousand a second; the index is made anew afterwards, and the daily counts are recounted.
 */
export async function fillEvents(
  database: pg.Client,
  { creator, upTo }: { creator: Creator; upTo: number },
): Promise<void> {
  await database.query("set synchronous_commit = off");
  await database.query("set maintenance_work_mem = '256MB'");
  await database.query("select setseed(0.42)");
  const others = await makeOthers(database);
  await makeMonths(database);
  const { rows } = await database.query<{ count: string }>("select count(*) from events");
  const missing = upTo - Number(rows[0]?.count);
  await database.query("drop index if exists events_creator_id");
  for (let done = 0; done < missing; ) {
    const count = Math.min(500_000, missing - done);
    await database.query(INSERT, [count, creator.id, creator.tileIds, others, DAYS]);
    done += count;
  }
  await database.query("create index events_creator_id on events (creator_id, created_at)");
  await recount(database);
  await database.query("vacuum analyze");
}

const INSERT = `
  insert into events (creator_id, tile_id, event, device, country, source, visitor, created_at)
  select
    case when mine then $2::bigint else ($4::bigint[])[1 + floor(r1 * array_length($4::bigint[], 1))::int] end,
    case when mine and r2 between 0.70 and 0.97 then ($3::bigint[])[1 + floor(r1 * array_length($3::bigint[], 1))::int] end,
    case when r2 < 0.70 then 'page_view' when r2 < 0.90 then 'tile_click' when r2 < 0.96 then 'checkout_start'
      when r2 < 0.97 then 'purchase' else 'profile_share' end,
    case when r3 < 0.6 then 'mobile' when r3 < 0.95 then 'desktop' else 'tablet' end,
    (array['DE','FR','AT','CH','US','GB','NL','BE','ES','IT','PL','SE','DK','NO','FI','PT','IE','CZ','GR','RO','HU','CA','AU','BR','MX','IN','JP','KR','ZA','TR'])[1 + floor(r4 * r4 * 30)::int],
    (array['instagram','direct','tiktok','youtube','google','twitter','facebook','email','reddit','pinterest','linkedin','bing','a-blog','news-site','unknown'])[1 + floor(r5 * r5 * 15)::int],
    decode(md5(n::text), 'hex'),
    now() - interval '1 minute' - random() * make_interval(days => $5::int - 1)
  from (
    select n, n % 2 = 0 as mine, random() as r1, random() as r2, random() as r3, random() as r4, random() as r5
    from generate_series(1, $1::int) n
  ) drawn`;

/** The other creators: rows of their own, straight into the tables. */
async function makeOthers(database: pg.Client): Promise<number[]> {
  const known = "select array_agg(id::int) as ids from creators where handle like 'bench-other-%'";
  const found = await database.query<{ ids: number[] | null }>(known);
  const ids = found.rows[0]?.ids;
  if (ids) return ids;
  await database.query(
    `with people as (
       insert into users (email, password_hash) select 'bench-other-' || n || '@example.org', '-' from generate_series(1, $1::int) n
       returning id, split_part(email, '@', 1) as handle
     )
     insert into creators (user_id, handle, display_name) select id, handle, 'Somebody' from people`,
    [OTHERS],
  );
  return (await database.query<{ ids: number[] }>(known)).rows[0]?.ids ?? [];
}

/** The product makes months ahead; these are behind. */
async function makeMonths(database: pg.Client): Promise<void> {
  await database.query(`
    do $$ declare month timestamp; begin
      for month in select generate_series(
        date_trunc('month', now() at time zone 'UTC') - interval '12 months', date_trunc('month', now() at time zone 'UTC'), interval '1 month')
      loop
        execute format('create table if not exists %I partition of events for values from (%L) to (%L)',
          'events_' || to_char(month, 'YYYY_MM'), month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
      end loop;
    end $$`);
}

/** Over a connection of its own, as long as it takes. */
async function recount(database: pg.Client): Promise<void> {
  const { host, database: name, user, port } = database;
  const pool = new pg.Pool({ host, database: name, user, port, ssl: false, max: 1 });
  pool.on("connect", (client) => void client.query("set work_mem = '256MB'"));
  try {
    await recountEvents(drizzle({ client: pool }));
  } finally {
    await pool.end();
  }
}
