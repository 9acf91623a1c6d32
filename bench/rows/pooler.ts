import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { findPrograms, startOutsidePostgres } from "../../scripts/outside-postgres.ts";
import { isInstalled } from "../../server/drills/drill.ts";
import { startPgBouncer } from "../../server/testing/pgbouncer.ts";
import { type Creator, fetchWhole, makeCreator, renameTile, visitTo } from "../fixtures.ts";
import { load, loadInTurn, type Target, withoutFailures } from "../load.ts";
import { type Product, sampleDuring, timed, withFolder, withProduct } from "../product.ts";
import { atMost, costBeside, type Figure, median, rateBeside, skipped } from "../report.ts";
import type { Bench, Row } from "../row.ts";

/** Those of deploy/pgbouncer.ini. */
const POOL = 20;
const PROCESSES = 4;
const DIRECT_PER_PROCESS = 4;
const RENDERINGS = { whole: 60, quick: 20 };
/**
 * Each statement passes one more process, which has no thread but one, and is planned anew, because a pooler's connections keep no prepared statements. On a machine
 * whose cores are all in use that may cost half of what a node does; a pooler is for installations that run out of connections, not of processors.
 */
const RATE_BAR = 0.5;
/** A page is two round trips and mostly rendering. */
const PAGE_BAR = 1.5;
/** Two nodes of one installation, one through PgBouncer in transaction mode and one without it, in turn; and the connections of several processes. */
export const poolerRow: Row = {
  name: "pooler",
  async run(bench) {
    const what = "through PgBouncer";
    if (!isInstalled("pgbouncer")) return [skipped(what, "PgBouncer is not installed")];
    const postgres = (await findPrograms()) && (await startOutsidePostgres());
    if (!postgres) return [skipped(what, "PostgreSQL is not among the system's packages that are installed")];
    const pooler = await startPgBouncer(postgres.url, { connections: POOL });
    const node = {
      APP_SECRET: randomBytes(32).toString("hex"),
      PUBLIC_URL: "http://localhost:3000",
      // Each renders by itself what it does not have in memory.
      PAGE_DISK_MB: "0",
    };
    const direct = { ...node, DATABASE_URL: postgres.url };
    const pooled = { ...node, DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: postgres.url };
    try {
      return await withFolder(async (dataDir) => {
        const figures = await withProduct(dataDir, pooled, (through) =>
          withProduct(dataDir, direct, (without) => measure(bench, through, without)),
        );
        const without = await countConnections(bench, dataDir, direct);
        const through = await countConnections(bench, dataDir, pooled);
        return [
          ...figures,
          atMost(
            `${PROCESSES} processes under load: their own connections to PostgreSQL beside the pooler's`,
            through.own,
            PROCESSES * DIRECT_PER_PROCESS,
            "connections",
          ),
          atMost(
            `the same: all connections (without the pooler ${without.all})`,
            through.all,
            PROCESSES * DIRECT_PER_PROCESS + POOL,
            "connections",
          ),
        ];
      });
    } finally {
      await pooler.remove();
      await postgres.stop();
    }
  },
};

/** Measures both nodes in turn. */
async function measure(bench: Bench, pooled: Product, direct: Product): Promise<Figure[]> {
  const creator = await makeCreator(direct);
  const pages = await renderInTurn(bench, [pooled, direct], creator);
  const inTurn = async (connections: number, target: Pick<Target, "headers" | "body">, path: string) => {
    const both = { ...target, connections, seconds: bench.seconds };
    const [ours, peer] = await loadInTurn(
      [
        { ...both, url: pooled.url + path },
        { ...both, url: direct.url + path },
      ],
      bench.rounds,
    );
    return { ours: withoutFailures(ours).rate, peer: peer.rate, peerName: "without", bar: RATE_BAR };
  };
  const rendered = { ours: pages.pooled, peer: pages.direct, peerName: "without", bar: PAGE_BAR };
  const signedIn = await inTurn(20, { headers: { cookie: creator.cookie } }, "/api/tiles");
  const events = await inTurn(50, visitTo(creator.id), "/api/public/analytics");
  return [
    costBeside("page of 24 tiles, rendered, through PgBouncer in transaction mode (median)", rendered),
    rateBeside("GET /api/tiles, signed in, 24 tiles, 20 connections", signedIn),
    // The server of this row does not flush its disk, so that nothing hides what the pooler costs.
    rateBeside("events, response after the commit (50 connections)", events),
  ];
}

/** Changes a page again and again, and requests it from both nodes; which one is first alternates. */
async function renderInTurn(
  { quick }: Bench,
  nodes: readonly [Product, Product],
  creator: Creator,
): Promise<{ pooled: number; direct: number }> {
  const times = new Map<Product, number[]>(nodes.map((node) => [node, []]));
  for (let round = 0; round < (quick ? RENDERINGS.quick : RENDERINGS.whole); round++) {
    const title = `Things I made, edition ${round}`;
    await renameTile(nodes[0], creator, title);
    // Waits until both have received the notification of the change.
    await delay(50);
    for (const node of round % 2 === 0 ? nodes : nodes.toReversed()) {
      const read = async () => {
        const text = await fetchWhole(`${node.url}/@${creator.handle}`, "br");
        if (!text.includes(title)) throw new Error("the page is not the changed one");
      };
      times.get(node)?.push(await timed(read));
    }
  }
  const [pooled = Number.NaN, direct = Number.NaN] = nodes.map((node) => median(times.get(node) ?? []));
  return { pooled, direct };
}

/** Returns the most connections that the server had while several processes were under load. */
function countConnections(
  { quick }: Bench,
  dataDir: string,
  settings: Record<string, string>,
): Promise<{ all: number; own: number }> {
  return withProduct(dataDir, { ...settings, WORKERS: String(PROCESSES) }, async (product) => {
    const { id, cookie } = await makeCreator(product);
    const target = { connections: 100, seconds: quick ? 4 : 10 };
    const visits = { ...target, ...visitTo(id), url: `${product.url}/api/public/analytics` };
    const tiles = { ...target, headers: { cookie }, url: `${product.url}/api/tiles` };
    let own = 0;
    const { highest: all } = await sampleDuring(Promise.all([load(visits), load(tiles)]), async () => {
      // Connections through the pooler have the name alone, and direct ones what they are for.
      const { rows } = await product.database.query<{ all: number; own: number }>(
        `select count(*)::int as all, count(*) filter (where application_name like 'tessera %')::int as own
         from pg_stat_activity where backend_type = 'client backend' and application_name like 'tessera%'`,
      );
      own = Math.max(own, rows[0]?.own ?? 0);
      return rows[0]?.all ?? 0;
    });
    return { all, own };
  });
}
