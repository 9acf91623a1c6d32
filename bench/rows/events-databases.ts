import pg from "pg";
import { readMetrics } from "../../server/drills/drill.ts";
import { LATE_SECONDS } from "../../server/modules/analytics/rollup-schedule.ts";
import { type CpuSeconds, cpuDuring } from "../cpu.ts";
import { visitTo } from "../fixtures.ts";
import { type Load, load } from "../load.ts";
import { bundledUrl, type Product, sampleDuring, startProduct, withFolder } from "../product.ts";
import { atMost, type Figure, never, plain, show } from "../report.ts";
import type { Bench, Row } from "../row.ts";
import { makeOthers } from "../seed.ts";
import { untilRolledUp } from "./events.ts";

const CREATORS = 100_000;
const CONNECTIONS = 200;
/** The peak of 100 million visits a day. */
const PER_SECOND = 5_800;
const SECONDS = { quick: 10, whole: 60, large: 600 };
const MOST_SECONDS = 10;
const COUNTED_SECONDS = 30;
const MEMORY_MB = 350;
type Measured = {
  seconds: number;
  offered: Load;
  stored: number;
  cores: CpuSeconds;
  /** Of the oldest visit that was not in the daily counts, in seconds. */
  oldest: number;
  countedAfter: number;
  memory: { before: number; after: number };
  /** Visits per second without a limit. */
  most: number;
};

/** Visits to 100,000 creators by Zipf's law, in the database of everything else, and in one of their own on the same server: what the second statement costs. */
export const eventsDatabasesRow: Row = {
  name: "events-databases",
  async run(bench) {
    const one = await measure(bench, false);
    const two = await measure(bench, true);
    return [describe("one database", one), describe("a database of visits", two)].flat();
  },
};

function describe(where: string, measured: Measured): Figure[] {
  const { seconds, offered, stored, cores, oldest, countedAfter, memory, most } = measured;
  const perVisit = (part: number) => `${((part * 1e6) / stored).toFixed(0)} µs`;
  const share = (part: number) => (part / seconds).toFixed(2);
  return [
    plain(
      `visits to ${show(CREATORS)} creators by Zipf's law for ${seconds} s, ${where}`,
      `${show(offered.rate)}/s, p99 ${show(offered.p99)} ms`,
      `${show(PER_SECOND)}/s offered (at most ${show(offered.behind)} ms late); cores in use: Node ${share(cores.workers)}, PostgreSQL ${share(cores.postgres)}, load ${share(cores.generator)}`,
    ),
    plain(
      "the same, per visit",
      `${perVisit(cores.workers)} in Node, ${perVisit(cores.postgres)} in PostgreSQL`,
      `without a limit of the rate, ${MOST_SECONDS} s: ${show(most)}/s`,
    ),
    never("the same, rejected or failed", offered.failed, `; ${show(stored)} stored`),
    atMost("the same, all in the daily counts", countedAfter, COUNTED_SECONDS, "s after the last"),
    // From that age on the product warns.
    atMost("the same, age of the oldest that waited", oldest, LATE_SECONDS, "s"),
    atMost(
      `the same, memory of the process at the end (at the start ${show(memory.before)} MB)`,
      memory.after,
      MEMORY_MB,
      "MB",
    ),
  ];
}

const measure = (bench: Bench, isSeparate: boolean): Promise<Measured> =>
  withFolder((dataDir) => measureIn(dataDir, bench, isSeparate));

async function measureIn(
  dataDir: string,
  { quick, large, say }: Bench,
  isSeparate: boolean,
): Promise<Measured> {
  const first = await startProduct(dataDir);
  const { product, visits } = isSeparate
    ? await withEventsDatabase(first)
    : { product: first, visits: first.database };
  try {
    const ids = await makeOthers(product.database, CREATORS);
    say(`visits in ${isSeparate ? "two databases" : "one database"}`);
    const target = {
      url: `${product.url}/api/public/analytics`,
      ...visitTo("%d"),
      random: { from: Math.min(...ids), to: Math.max(...ids), isZipf: true },
      connections: CONNECTIONS,
    };
    await load({ ...target, seconds: 2 });
    await untilRolledUp({ database: visits });
    const seconds = large ? SECONDS.large : quick ? SECONDS.quick : SECONDS.whole;
    const stored = await countEvents(visits);
    const memory = { before: await product.memory(), after: 0 };
    const { result, cpu: cores } = await cpuDuring(product.pid, () =>
      sampleDuring(load({ ...target, seconds, perSecond: PER_SECOND }), async () =>
        (await readMetrics(product))("tessera_oldest_pending_count_seconds"),
      ),
    );
    memory.after = await product.memory();
    const countedAfter = await untilRolledUp({ database: visits });
    return {
      seconds,
      offered: result.result,
      stored: (await countEvents(visits)) - stored,
      cores,
      oldest: result.highest,
      countedAfter,
      memory,
      most: (await load({ ...target, seconds: MOST_SECONDS })).rate,
    };
  } finally {
    if (isSeparate) await visits.end();
    await product.stop();
  }
}

async function countEvents(visits: pg.Client): Promise<number> {
  const { rows } = await visits.query<{ count: number }>("select count(*)::int as count from events");
  return rows[0]?.count ?? 0;
}

/** Starts a product again with a second database of its own server. */
async function withEventsDatabase(product: Product): Promise<{ product: Product; visits: pg.Client }> {
  const { dataDir } = product;
  await product.database.query("create database tessera_events");
  const url = await bundledUrl(dataDir, "tessera_events");
  await product.stop();
  const again = await startProduct(dataDir, { EVENTS_DATABASE_URL: url });
  const visits = new pg.Client({ connectionString: url });
  await visits.connect();
  return { product: again, visits };
}
