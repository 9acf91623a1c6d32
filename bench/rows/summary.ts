import { call, makeCreator } from "../fixtures.ts";
import type { Product } from "../product.ts";
import { atMost, type Figure, median, percentile, show } from "../report.ts";
import type { Row } from "../row.ts";
import { fillEvents } from "../seed.ts";

const DAYS = 365;
const REQUESTS = 40;
const SIZES = [200_000, 2_000_000, 20_000_000];

/** The summary of a year in a growing table: half of all events are those of the requesting creator. */
export const summaryRow: Row = {
  name: "summary",
  async run({ product, quick, rounds, say }) {
    const creator = await makeCreator(product);
    const [first = 0, ...later] = quick ? SIZES.slice(0, 2) : SIZES;
    const figures: Figure[] = [];
    let smallest = 0;
    for (const size of [first, ...later]) {
      const startedAt = performance.now();
      await fillEvents(product.database, { creator, upTo: size, say });
      say(`${show(size)} events in the table after ${show((performance.now() - startedAt) / 1000)} s`);
      const times = await measure(product, creator.cookie, rounds);
      say(`summary: median ${show(times.p50)} ms, p95 ${show(times.p95)} ms`);
      smallest ||= times.p95;
      const what = `summary of ${DAYS} days: ${show(size / 2)} events of the creator, ${show(size)} in the table (median ${show(times.p50)} ms)`;
      figures.push(atMost(`${what}, p95`, times.p95, 50, "ms"));
      if (size > first) {
        figures.push({
          what: `the same against ${show(first / 2)} events`,
          ours: `${show(times.p95)} ms`,
          against: `${show(smallest)} ms; bar ≤ 2`,
          ratio: (times.p95 / smallest).toFixed(2),
          met: times.p95 <= 2 * smallest,
        });
      }
    }
    return figures;
  },
};

async function measure(product: Product, cookie: string, rounds: number) {
  const p50: number[] = [];
  const p95: number[] = [];
  for (let round = 0; round < rounds + 1; round++) {
    const times: number[] = [];
    for (let request = 0; request < REQUESTS; request++) {
      const startedAt = performance.now();
      const response = await call(product, `/api/analytics/summary?days=${DAYS}`, { cookie });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`the summary returned ${response.status}`);
      times.push(performance.now() - startedAt);
    }
    // The first round warms up.
    if (round === 0) continue;
    p50.push(median(times));
    p95.push(percentile(times, 95));
  }
  return { p50: median(p50), p95: median(p95) };
}
