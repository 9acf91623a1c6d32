import { join } from "node:path";
import pg from "pg";
import { findPostmaster } from "../../server/platform/database/bundled/postmaster.ts";
import { connectionUrl } from "../../server/platform/database/bundled/supervisor.ts";
import { type CpuSeconds, readCpuSeconds } from "../cpu.ts";
import { load } from "../load.ts";
import { makeFolder, type Product, removeFolder, startProduct } from "../product.ts";
import { type Figure, show } from "../report.ts";
import type { Bench, Row } from "../row.ts";
import { makeOthers } from "../seed.ts";
import { untilRolledUp } from "./events.ts";

const CREATORS = 100_000;
const CONNECTIONS = 200;
const SECONDS = { quick: 10, whole: 60 };
const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";

type Measured = {
  rate: number;
  p99: number;
  failed: number;
  stored: number;
  cores: CpuSeconds;
  rolledUpAfter: number;
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

function describe(where: string, { rate, p99, failed, stored, cores, rolledUpAfter }: Measured): Figure[] {
  const perVisit = (seconds: number) => `${((seconds * 1e6) / stored).toFixed(0)} µs`;
  return [
    {
      what: `visits to ${show(CREATORS)} creators by Zipf's law, ${where}`,
      ours: `${show(rate)}/s, p99 ${show(p99)} ms`,
      against: `the generator's limit; per visit ${perVisit(cores.workers)} in Node, ${perVisit(cores.postgres)} in PostgreSQL`,
    },
    {
      what: "the same, rejected or failed",
      ours: String(failed),
      against: `0; ${show(stored)} stored; in the daily counts ${show(rolledUpAfter)} s after the last`,
      met: failed === 0,
    },
  ];
}

async function measure({ quick, say }: Bench, isSeparate: boolean): Promise<Measured> {
  const dataDir = await makeFolder();
  const first = await startProduct(dataDir);
  const { product, visits } = isSeparate
    ? await withEventsDatabase(first)
    : { product: first, visits: first.database };
  try {
    const ids = await makeOthers(product.database, CREATORS);
    say(`visits in ${isSeparate ? "two databases" : "one database"}`);
    const target = {
      url: `${product.url}/api/public/analytics`,
      headers: { "content-type": "application/json", "user-agent": PHONE },
      body: '{"creatorId":%d,"event":"page_view","source":"instagram"}',
      random: { from: Math.min(...ids), to: Math.max(...ids), isZipf: true },
      connections: CONNECTIONS,
    };
    await load({ ...target, seconds: 2 });
    const before = await readCpuSeconds(product.pid);
    const seconds = quick ? SECONDS.quick : SECONDS.whole;
    const loaded = await load({ ...target, seconds });
    const after = await readCpuSeconds(product.pid);
    return {
      ...loaded,
      stored: loaded.rate * seconds,
      cores: {
        workers: after.workers - before.workers,
        postgres: after.postgres - before.postgres,
        generator: after.generator - before.generator,
      },
      rolledUpAfter: await untilRolledUp({ database: visits }),
    };
  } finally {
    if (isSeparate) await visits.end();
    await product.stop();
    await removeFolder(dataDir);
  }
}

/** Starts a product again with a second database of its own server. */
async function withEventsDatabase(product: Product): Promise<{ product: Product; visits: pg.Client }> {
  const { dataDir } = product;
  await product.database.query("create database tessera_events");
  const running = await findPostmaster(join(dataDir, "postgres"));
  const url = connectionUrl(running?.socketDir ?? "", "tessera_events");
  await product.stop();
  const again = await startProduct(dataDir, { EVENTS_DATABASE_URL: url });
  const visits = new pg.Client({ connectionString: url });
  await visits.connect();
  return { product: again, visits };
}
