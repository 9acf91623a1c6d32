import { setTimeout as delay } from "node:timers/promises";
import { fetchWhole, makeCreator, renameTile } from "../fixtures.ts";
import { cpuDuring } from "../processes.ts";
import { type Product, timed } from "../product.ts";
import { atMost, median, percentile, show } from "../report.ts";
import type { Row } from "../row.ts";

/** `/proc` counts ticks of 10 ms, so 100 requests of a millisecond are measured to a tenth of a millisecond. */
const REQUESTS = 100;
const WARM_UP_ROUNDS = 8;
const PAGE_MS = 4;
const PAGE_CLOCK_MS = 8;
const TILE_MS = 3;

/** Measures the processor time of a rendered page and of a saved tile, which depends less on the machine's load than the elapsed time. Measures also the elapsed time of the page. */
export const costRow: Row = {
  name: "cost",
  async run({ product, rounds }) {
    const creator = await makeCreator(product);
    let times: number[] = [];
    const renderPage = async () => {
      await product.database.query("select pg_notify('page_changed', $1)", [String(creator.id)]);
      times.push(await timed(() => fetchWhole(`${product.url}/@${creator.handle}`, "br")));
    };
    const saveTile = (number: number) => renameTile(product, creator, `Things I made, edition ${number}`);
    // Until V8 has compiled frequent code: the five hundredth page takes half as long as the hundredth.
    for (let round = 0; round < WARM_UP_ROUNDS; round++) {
      await costOf(product, renderPage);
      await costOf(product, saveTile);
    }
    times = [];
    const pages: number[] = [];
    const tiles: number[] = [];
    for (let round = 0; round < rounds; round++) {
      pages.push(await costOf(product, renderPage));
      tiles.push(await costOf(product, saveTile));
    }
    return [
      atMost("page of 24 tiles, not cached: processor time", median(pages), PAGE_MS, "ms"),
      atMost(
        `the same by the clock, with the transfer to the client (p95 ${show(percentile(times, 95))} ms)`,
        median(times),
        PAGE_CLOCK_MS,
        "ms",
      ),
      atMost("PATCH /api/tiles/:id: processor time", median(tiles), TILE_MS, "ms"),
    ];
  },
};

/** Returns the milliseconds of processor time per request, one after another. */
async function costOf(product: Product, request: (number: number) => Promise<void>): Promise<number> {
  const { cpu } = await cpuDuring(product.pid, async () => {
    for (let number = 0; number < REQUESTS; number++) await request(number);
    // Include work after the response, such as compressing another copy.
    await delay(50);
  });
  return (cpu.workers / REQUESTS) * 1000;
}
