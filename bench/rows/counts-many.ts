import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { readMetrics } from "../../server/drills/drill.ts";
import { rollUpPending } from "../../server/modules/analytics/rollups.ts";
import { type Creator, makeCreator, visitTo } from "../fixtures.ts";
import { type Load, load, type Target } from "../load.ts";
import { type Product, sampleDuring, withNewProduct } from "../product.ts";
import { atMost, type Figure, median, show } from "../report.ts";
import type { Bench, Row } from "../row.ts";
import { makeOthers } from "../seed.ts";
import { untilRolledUp } from "./events.ts";

const CREATORS = 100_000;
const BATCH = 20_000;
const BATCH_SECONDS = 1;

/** Visits offered while counts are added. */
const PER_SECOND = 1_000;
const CONNECTIONS = 50;
const P99_MS = 50;
const STEADY_SECONDS = { quick: 10, whole: 60 };
const COUNTED_SECONDS = 30;
const OLDEST_SECONDS = 10;

const BACKLOG = { quick: 200_000, whole: 2_000_000, large: 10_000_000 };
/** The age of the backlog. Younger counts belong to current visits. */
const BACKLOG_AGE = 3_600;
/** A creator with many tiles, all created on the day of the backlog, so that each view counts for them, too. */
const TILES = 1_000;
/** The required rate: the peak of 100 million visits a day, at which slower counting would fall behind. */
const COUNTED_PER_SECOND = 5_800;

/** The creators' ids are consecutive, because one statement added them. */
type Range = { from: number; to: number };
const rangeOf = (ids: readonly number[]): Range => ({ from: Math.min(...ids), to: Math.max(...ids) });

/** Adds visits to 100,000 creators to the daily counts: in batches as they arrive, and a backlog while others arrive. */
export const countsManyRow: Row = {
  name: "counts-many",
  async run(bench) {
    const { product, say } = bench;
    const range = rangeOf(await makeOthers(product.database, CREATORS));
    await product.database.query("vacuum analyze");
    say(`${show(CREATORS)} creators`);
    const batches = [
      atMost(
        `${show(BATCH)} visits to as many of ${show(CREATORS)} creators, added to the daily counts`,
        await timeBatch(bench, range, { isZipf: false }),
        BATCH_SECONDS,
        "s",
      ),
      atMost("the same by Zipf's law", await timeBatch(bench, range, { isZipf: true }), BATCH_SECONDS, "s"),
    ];
    const steady = await measureSteady(bench, range);
    const alone = await measureBacklog(bench, 1);
    const two = await measureBacklog(bench, 2);
    return [
      ...batches,
      ...steady,
      ...describeBacklog("1 process", alone),
      ...describeBacklog("2 of WORKERS", two),
    ];
  },
};

/** Returns the median duration of the statement that adds a batch, in seconds. */
async function timeBatch(
  { product, rounds }: Bench,
  range: Range,
  { isZipf }: { isZipf: boolean },
): Promise<number> {
  const { host, database, user, port } = product.database;
  const pool = new pg.Pool({ host, database, user, port, ssl: false, max: 1 });
  try {
    const db = drizzle({ client: pool });
    const seconds: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await fillPending(product.database, { rows: BATCH, range, isZipf, first: round * BATCH });
      const startedAt = performance.now();
      const done = await rollUpPending(db, { rows: BATCH });
      seconds.push((performance.now() - startedAt) / 1000);
      if (done?.moved !== BATCH) throw new Error(`${done?.moved} of ${BATCH} visits were counted`);
    }
    return median(seconds);
  } finally {
    await pool.end();
  }
}

type Fill = {
  rows: number;
  range: Range;
  isZipf: boolean;
  /** The index of the first row. Without Zipf's law, 100,000 consecutive rows have different creators. */
  first?: number;
  /** The age of the waiting counts in seconds. */
  age?: number;
  /** The creator of every twentieth visit. */
  large?: Creator;
};

/** Adds visits that are not in the daily counts yet, by SQL, because ten million would take an hour over HTTP. */
async function fillPending(
  database: pg.Client,
  { rows, range, isZipf, first = 0, age = 10, large }: Fill,
): Promise<void> {
  const count = range.to - range.from + 1;
  const place = isZipf ? `floor(exp(random() * ln(${count} + 1)))::bigint - 1` : `n * 7919 % ${count}`;
  await database.query("select setseed(0.42)");
  await database.query(
    `insert into pending_counts (creator_id, event, device, country, source, created_at)
     select case when n % 20 = 0 and $4::bigint is not null then $4::bigint else $3 + ${place} end, 'page_view',
       (array['mobile','mobile','desktop','tablet'])[1 + n % 4],
       (array['DE','FR','AT','CH','US','GB','NL','BE','ES','IT'])[1 + (n / 4) % 10],
       (array['instagram','direct','tiktok','youtube','google','a-blog'])[1 + (n / 7) % 6],
       now() - make_interval(secs => $5 + n % 600)
     from generate_series($1::bigint, $1::bigint + $2::bigint - 1) n`,
    [first, rows, range.from, large?.id ?? null, age],
  );
}

const visitsTo = ({ url }: Product, range: Range): Omit<Target, "seconds"> => ({
  url: `${url}/api/public/analytics`,
  ...visitTo("%d"),
  random: range,
  connections: CONNECTIONS,
  perSecond: PER_SECOND,
});

const readOldest = async (product: Product) =>
  (await readMetrics(product))("tessera_oldest_pending_count_seconds");

/** Visits to random creators at an even rate, for a minute. */
async function measureSteady({ product, quick, say }: Bench, range: Range): Promise<Figure[]> {
  say(`${PER_SECOND} visits a second`);
  const seconds = quick ? STEADY_SECONDS.quick : STEADY_SECONDS.whole;
  const { result, highest: oldest } = await sampleDuring(load({ ...visitsTo(product, range), seconds }), () =>
    readOldest(product),
  );
  const countedAfter = await untilRolledUp(product);
  return [
    describeVisits(`visits to random ones of them for ${seconds} s`, { loads: [result], seconds }),
    atMost("the same: all in the daily counts", countedAfter, COUNTED_SECONDS, "s after the last"),
    atMost("the same: age of the oldest that waited", oldest, OLDEST_SECONDS, "s"),
  ];
}

/** Describes visits offered in one load, or in several consecutive ones. */
function describeVisits(what: string, { loads, seconds }: Pick<Backlog, "loads" | "seconds">): Figure {
  const rate = median(loads.map((each) => each.rate));
  const p99 = median(loads.map((each) => each.p99));
  const worst = Math.max(...loads.map((each) => each.p99));
  const failed = loads.reduce((sum, each) => sum + each.failed, 0);
  const behind = Math.max(...loads.map((each) => each.behind));
  return {
    what,
    ours: `${show(rate)}/s, p99 ${show(p99)} ms${loads.length > 1 ? ` (worst ${seconds} s: ${show(worst)} ms)` : ""}, ${failed} failed`,
    against: `${show(PER_SECOND)}/s offered (at most ${show(behind)} ms late); p99 ≤ ${P99_MS} ms, 0 failed`,
    met: p99 <= P99_MS && failed === 0,
  };
}

type Backlog = { rows: number; loads: Load[]; seconds: number; workedOffAfter: number };

function describeBacklog(processes: string, backlog: Backlog): Figure[] {
  const { rows, loads, seconds, workedOffAfter } = backlog;
  const counted = rows + loads.reduce((sum, { rate }) => sum + rate * seconds, 0);
  return [
    {
      what: `${show(rows)} waiting counts by Zipf's law, every twentieth of a creator with ${show(TILES)} tiles of that day, ${processes}`,
      ours: `${show(counted / workedOffAfter)}/s, worked off in ${show(workedOffAfter)} s`,
      against: `≥ ${show(COUNTED_PER_SECOND)}/s, with those of visits that go on`,
      ratio: (counted / workedOffAfter / COUNTED_PER_SECOND).toFixed(2),
      met: counted / workedOffAfter >= COUNTED_PER_SECOND,
    },
    describeVisits("the same: visits meanwhile", backlog),
  ];
}

/** Measures how long a backlog takes while visits continue. */
async function measureBacklog({ quick, large, seconds, say }: Bench, workers: number): Promise<Backlog> {
  const rows = large ? BACKLOG.large : quick ? BACKLOG.quick : BACKLOG.whole;
  return withNewProduct({ WORKERS: String(workers) }, async (product) => {
    const range = rangeOf(await makeOthers(product.database, CREATORS));
    const creator = await makeCreator(product, 0);
    await product.database.query(
      `insert into tiles (creator_id, type, title, url, position, created_at)
       select $1, 'link', 'A tile', 'https://example.org/', n, date_trunc('day', now() - make_interval(secs => $2), 'UTC') + n * interval '1 second'
       from generate_series(1, $3::int) n`,
      [creator.id, BACKLOG_AGE, TILES],
    );
    await fillPending(product.database, { rows, range, isZipf: true, age: BACKLOG_AGE, large: creator });
    await product.database.query("vacuum analyze");
    say(`${show(rows)} counts wait for ${workers} of WORKERS`);
    const loads: Load[] = [];
    const startedAt = performance.now();
    const elapsed = () => (performance.now() - startedAt) / 1000;
    // A scrape without a timely response of the database has no age.
    do {
      loads.push(await load({ ...visitsTo(product, range), seconds }));
      if (elapsed() > (3 * rows) / COUNTED_PER_SECOND + 60) throw new Error("the backlog is not worked off");
    } while (!((await readOldest(product)) < BACKLOG_AGE));
    return { rows, loads, seconds, workedOffAfter: elapsed() };
  });
}
