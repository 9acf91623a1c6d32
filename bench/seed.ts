import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { LIST_PARTITIONS } from "../server/modules/analytics/partitions.ts";
import { type Partition, partitionOf } from "../server/modules/analytics/rules.ts";
import { recountEvents } from "../server/testing/recount-events.ts";
import type { Creator } from "./fixtures.ts";

/** The creator whose numbers are read. */
export type Seller = Creator & { campaignIds: number[] };

const OTHERS = 50;
const DAYS = 365;
const PATTERN = 200_000;
const EVENTS_PER_ORDER = 2_000;

/**
 * Fills the table with the events of a year, up to a number. Half of them are the creator's. Every run creates the same events.
 * PostgreSQL generates two days at a time. Afterwards the index is recreated and the daily counts are recalculated.
 */
export async function fillEvents(
  database: pg.Client,
  { creator, upTo, say }: { creator: Seller; upTo: number; say: (line: string) => void },
): Promise<void> {
  await insertVisits(database, { creator, others: await makeOthers(database, OTHERS) });
  const days = await makeDays(database);
  const { rows } = await database.query<{ count: string }>("select count(*) from events");
  const missing = Math.max(0, upTo - Number(rows[0]?.count));
  const seconds = days.reduce((sum, day) => sum + day.seconds, 0);
  await database.query("drop index if exists events_creator_id");
  await byTwo(database, days, async (client, day) => {
    const count = Math.round((missing * day.seconds) / seconds);
    await client.query(`insert into ${day.name} (${COLUMNS}, created_at) ${REPEATED}`, [
      count,
      day.begin,
      day.seconds,
      PATTERN,
    ]);
  });
  say("events inserted; creating their index");
  await byTwo(database, days, (client, { name }) =>
    client.query(`create index on ${name} (creator_id, created_at)`),
  );
  // Attaches the indexes of the days.
  await database.query("create index events_creator_id on events (creator_id, created_at)");
  await insertOrders(database, { creator, count: Math.round(upTo / EVENTS_PER_ORDER) });
  say("recalculating the daily counts");
  await recount(database);
  await database.query("drop table bench_visits");
  await database.query("vacuum analyze");
}

const COLUMNS = "creator_id, tile_id, event, device, country, source, campaign_id, visitor";

/** Spreads the visits over a day: the stride between their times is coprime to their number. */
const REPEATED = `
  select ${COLUMNS}, $2::timestamptz + (drawn * 7919 % $1::bigint) * $3::float8 / $1 * interval '1 second'
  from generate_series(0, $1::bigint - 1) drawn join bench_visits on n = drawn % $4::bigint`;

/** Creates the random visits that repeat over the year. Millions of random rows would take most of the time. */
async function insertVisits(
  database: pg.Client,
  { creator, others }: { creator: Seller; others: number[] },
): Promise<void> {
  await database.query("select setseed(0.42)");
  await database.query("drop table if exists bench_visits");
  await database.query(`create table bench_visits as select 0::bigint as n, ${COLUMNS} from events limit 0`);
  await database.query(
    `insert into bench_visits
    select n,
      case when mine then $2::bigint else ($4::bigint[])[1 + floor(r1 * array_length($4::bigint[], 1))::int] end,
      case when mine and (r2 between 0.70 and 0.97 or r2 between 0.98 and 0.985) then ($3::bigint[])[1 + floor(r1 * array_length($3::bigint[], 1))::int] end,
      case when r2 < 0.70 then 'page_view' when r2 < 0.90 then 'tile_click' when r2 < 0.96 then 'checkout_start'
        when r2 < 0.97 then 'purchase' when r2 < 0.98 then 'signup' when r2 < 0.985 then 'play' else 'profile_share' end,
      case when r3 < 0.6 then 'mobile' when r3 < 0.95 then 'desktop' else 'tablet' end,
      (array['DE','FR','AT','CH','US','GB','NL','BE','ES','IT','PL','SE','DK','NO','FI','PT','IE','CZ','GR','RO','HU','CA','AU','BR','MX','IN','JP','KR','ZA','TR'])[1 + floor(r4 * r4 * 30)::int],
      (array['instagram','direct','tiktok','youtube','google','twitter','facebook','email','reddit','pinterest','linkedin','bing','a-blog','news-site','unknown'])[1 + floor(r5 * r5 * 15)::int],
      case when mine and r6 < 0.15 then ($5::bigint[])[1 + floor(r6 * 20)::int] end,
      decode(md5(n::text), 'hex')
    from (
      select n, n % 2 = 0 as mine, random() as r1, random() as r2, random() as r3, random() as r4, random() as r5, random() as r6
      from generate_series(0, $1::bigint - 1) n
    ) drawn`,
    [PATTERN, creator.id, creator.tileIds, others, creator.campaignIds],
  );
  await database.query("vacuum analyze bench_visits");
}

/** Creates paid orders of the year up to a number, every tenth with a partial refund. */
async function insertOrders(
  database: pg.Client,
  { creator, count }: { creator: Seller; count: number },
): Promise<void> {
  await database.query(
    `with sold as (insert into orders (creator_id, tile_id, amount_cents, currency, fee_bps, fee_cents, refunded_cents,
      fee_returned_cents, provider, mode, status, created_at, paid_at, visit_source, visit_device, visit_country, visit_campaign_id,
      checkout_token_hash, order_token_hash)
    select $2, coalesce(tile_id, ($3::bigint[])[1]), 2500, 'eur', 500, 125, case when drawn % 10 = 0 then 500 else 0 end,
      case when drawn % 10 = 0 then 25 else 0 end, 'sandbox', 'live', 'paid', at, at, source, device, country, campaign_id,
      decode(md5('c' || drawn), 'hex'), decode(md5('o' || drawn), 'hex')
    from generate_series((select count(*) from orders), $1::bigint - 1) drawn
      join bench_visits on n = drawn * 2 % $4::bigint
      cross join lateral (select now() - (drawn * 7919 % $1::bigint) * interval '364 days' / $1 as at) times
      returning id, amount_cents, refunded_cents)
    insert into order_lines (order_id, position, name, type, item_cents, amount_cents, refunded_cents)
    select id, 0, 'Print', 'digital', amount_cents, amount_cents, refunded_cents from sold`,
    [count, creator.id, creator.tileIds, PATTERN],
  );
}

/** Runs the work for each item on two connections.*/
async function byTwo<Item>(
  { host, database, user, port }: pg.Client,
  items: readonly Item[],
  work: (client: pg.Client, item: Item) => Promise<unknown>,
): Promise<void> {
  const left = [...items];
  const one = async () => {
    const client = new pg.Client({ host, database, user, port, ssl: false });
    await client.connect();
    try {
      await client.query("set synchronous_commit = off");
      await client.query("set maintenance_work_mem = '256MB'");
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(client, item);
    } finally {
      await client.end();
    }
  };
  await Promise.all([one(), one()]);
}

/** Inserts creators directly into the tables, unless there are some, and returns their ids. */
export async function makeOthers(database: pg.Client, count: number): Promise<number[]> {
  const known = "select array_agg(id::int) as ids from creators where handle like 'bench-other-%'";
  const found = await database.query<{ ids: number[] | null }>(known);
  const ids = found.rows[0]?.ids;
  if (ids) return ids;
  await database.query(
    `with people as (
       insert into users (email, password_hash) select 'bench-other-' || n || '@example.org', '-' from generate_series(1, $1::int) n
       returning id, split_part(email, '@', 1) as handle
     )
     insert into creators (user_id, handle, display_name) select id, handle, 'Another creator' from people`,
    [count],
  );
  return (await database.query<{ ids: number[] }>(known)).rows[0]?.ids ?? [];
}

/** A day's share of the year that ends now. */
type Day = { name: string; begin: Date; seconds: number };

/** Creates the partitions of past days, because the product only creates future ones. */
async function makeDays(database: pg.Client): Promise<Day[]> {
  const end = Date.now() - 60_000;
  const start = end - (DAYS - 1) * 86_400_000;
  const { rows: known } = await database.query<Partition>(LIST_PARTITIONS);
  const days: Day[] = [];
  for (let begin = start; begin < end; ) {
    const wanted = partitionOf(new Date(begin).toISOString().slice(0, 10));
    const found = known.find(({ from, to }) => from <= wanted.from && wanted.from < to);
    const { name, from, to } = found ?? wanted;
    if (!found)
      await database.query(
        `create table ${name} partition of events for values from ('${from}') to ('${to}')`,
      );
    const until = Math.min(end, Date.parse(to));
    days.push({ name, begin: new Date(begin), seconds: (until - begin) / 1000 });
    begin = until;
  }
  return days;
}

/** Recalculates the daily counts on a connection without a statement timeout. */
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
