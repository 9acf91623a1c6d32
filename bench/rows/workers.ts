import { availableParallelism } from "node:os";
import { makeCreator } from "../fixtures.ts";
import { loadInTurn } from "../load.ts";
import { makeFolder, removeFolder, startProduct } from "../product.ts";
import { type Figure, show } from "../report.ts";
import type { Bench, Row } from "../row.ts";

const COUNTS = [1, 2, 4];
/** The share of a linear increase that must be reached, on as many cores. */
const BARS: Record<number, number> = { 2: 1.8, 4: 3.2 };
const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";

type Rates = { pages: number; uncached: number; events: number };

/** Pages and events per second with 1, 2 and 4 processes (WORKERS) on one PostgreSQL. The load generator needs cores, too. */
export const workersRow: Row = {
  name: "workers",
  async run(bench) {
    const measured = new Map<number, Rates>();
    for (const count of COUNTS) {
      bench.say(`${count} processes`);
      measured.set(count, await measure(bench, count));
    }
    const cores = availableParallelism();
    return COUNTS.flatMap((count) =>
      (["pages", "uncached", "events"] as const).map((kind): Figure => {
        const rate = measured.get(count)?.[kind] ?? Number.NaN;
        const ratio = rate / (measured.get(1)?.[kind] ?? Number.NaN);
        const bar = BARS[count];
        const what = {
          pages: "pages, cached",
          uncached: "API of a creator's page",
          events: "events after their commit",
        }[kind];
        return {
          what: `${what}, ${count} of WORKERS on ${cores} cores`,
          ours: `${show(rate)}/s`,
          against: bar === undefined ? "" : `1 process; bar ≥ ${bar} on ${count} cores beside the load's own`,
          ratio: ratio.toFixed(2),
          ...(bar !== undefined && cores > count ? { met: ratio >= bar } : {}),
        };
      }),
    );
  },
};

async function measure({ rounds, seconds }: Bench, count: number): Promise<Rates> {
  const dataDir = await makeFolder();
  const product = await startProduct(dataDir, { WORKERS: String(count) });
  try {
    const { id, handle } = await makeCreator(product);
    const target = { headers: { "user-agent": PHONE }, connections: 200, seconds };
    const [pages, uncached, events] = await loadInTurn(
      [
        { ...target, url: `${product.url}/@${handle}` },
        { ...target, url: `${product.url}/api/public/creator/${handle}` },
        {
          ...target,
          url: `${product.url}/api/public/analytics`,
          headers: { ...target.headers, "content-type": "application/json" },
          body: JSON.stringify({ creatorId: id, event: "page_view", source: "instagram" }),
        },
      ],
      rounds,
    );
    return { pages: pages?.rate ?? 0, uncached: uncached?.rate ?? 0, events: events?.rate ?? 0 };
  } finally {
    await product.stop();
    await removeFolder(dataDir);
  }
}
