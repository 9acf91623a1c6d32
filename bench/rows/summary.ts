import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { type Creator, call, makeCampaignLinks, makeCreator, read } from "../fixtures.ts";
import { type Product, timed } from "../product.ts";
import { atMost, costBeside, type Figure, median, percentile, plain, show } from "../report.ts";
import type { Row } from "../row.ts";
import { fillEvents } from "../seed.ts";

const DAYS = 365;
const DAY_MS = 86_400_000;
const REQUESTS = 40;
const SIZES = [200_000, 20_000_000];
const LIMIT_MS = 50;
/** The growth of the duration from the smallest table. */
const GROWTH = 1.5;

const yearAgo = () => new Date(Date.now() - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10);

type Read = { what: string; path: string; limited: boolean };
/** The reads of a growing table. A filtered funnel reads the counts in all dimensions, whose number grows with the visits of a day. */
const reads = (): Read[] => [
  { what: `summary of ${DAYS} days`, path: `/api/analytics/summary?days=${DAYS}`, limited: true },
  { what: "funnel of 30 days", path: "/api/analytics/funnel", limited: true },
  { what: `funnel of ${DAYS} days`, path: `/api/analytics/funnel?from=${yearAgo()}`, limited: true },
  {
    what: "funnel of 30 days, filtered by a source",
    path: "/api/analytics/funnel?source=instagram",
    limited: false,
  },
];

/** The numbers of a page in a growing table of events, half of them the requesting creator's. */
export const summaryRow: Row = {
  name: "summary",
  async run({ product, quick, large, rounds, say }) {
    const creator = await makeCreator(product);
    const campaignIds = await makeCampaignLinks(product, creator, 3);
    const sizes = quick ? [200_000, 2_000_000] : large ? [...SIZES, 100_000_000] : SIZES;
    const figures: Figure[] = [];
    const smallest = new Map<string, number>();
    for (const size of sizes) {
      const startedAt = performance.now();
      await fillEvents(product.database, { creator: { ...creator, campaignIds }, upTo: size, say });
      say(`${show(size)} events in the table after ${show((performance.now() - startedAt) / 1000)} s`);
      const counting = await countFunnel(product, creator);
      say(`counted for the funnel after ${show(counting)} s`);
      const table = `${show(size / 2)} events of the creator, ${show(size)} in the table`;
      figures.push(plain(`first funnel, until all visits are counted: ${table}`, `${show(counting)} s`));
      for (const { what, path, limited } of reads()) {
        const times = await measure(product, { cookie: creator.cookie, path, rounds });
        say(`${what}: median ${show(times.p50)} ms, p95 ${show(times.p95)} ms`);
        figures.push(...compare({ what, table, limited, times, smallest: smallest.get(what) }));
        if (!smallest.has(what)) smallest.set(what, times.p95);
      }
    }
    return figures;
  },
};

type Compared = Omit<Read, "path"> & {
  table: string;
  times: { p50: number; p95: number };
  smallest: number | undefined;
};

function compare({ what, table, limited, times, smallest }: Compared): Figure[] {
  const name = `${what}: ${table} (median ${show(times.p50)} ms), p95`;
  if (!limited) return [plain(name, `${show(times.p95)} ms`)];
  const figure = atMost(name, times.p95, LIMIT_MS, "ms");
  if (smallest === undefined) return [figure];
  const growth = { ours: times.p95, peer: smallest, peerName: "there", bar: GROWTH };
  return [figure, costBeside(`${what}, against the smallest table`, growth)];
}

/** Opens the funnel until all visits are counted, and returns the seconds. */
async function countFunnel(product: Product, { cookie }: Creator): Promise<number> {
  const startedAt = performance.now();
  const Counted = z.object({ counted_until: z.string().nullable() });
  while (
    (await read(await call(product, "/api/analytics/funnel", { cookie }), Counted)).counted_until !== null
  )
    await delay(1_000);
  return (performance.now() - startedAt) / 1000;
}

async function measure(
  product: Product,
  { cookie, path, rounds }: { cookie: string; path: string; rounds: number },
) {
  const request = async () => {
    const response = await call(product, path, { cookie });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${path} returned ${response.status}`);
  };
  const p50: number[] = [];
  const p95: number[] = [];
  for (let round = 0; round < rounds + 1; round++) {
    const times: number[] = [];
    for (let number = 0; number < REQUESTS; number++) times.push(await timed(request));
    // The first round warms up.
    if (round === 0) continue;
    p50.push(median(times));
    p95.push(percentile(times, 95));
  }
  return { p50: median(p50), p95: median(p95) };
}
