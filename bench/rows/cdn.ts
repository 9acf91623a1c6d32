import { setTimeout as delay } from "node:timers/promises";
import { isInstalled, readMetrics, secondsUntil } from "../../server/drills/drill.ts";
import { startCaddy } from "../../server/testing/caddy.ts";
import { findFreePort } from "../../server/testing/free-port.ts";
import { startNginx, whyNoNginx } from "../../server/testing/nginx.ts";
import { type Creator, makeCreator, renameTile } from "../fixtures.ts";
import { load, loadInTurn } from "../load.ts";
import { type Product, startProduct, withFolder } from "../product.ts";
import { atMost, type Figure, never, plain, rateBeside, show, skipped } from "../report.ts";
import type { Bench, Row } from "../row.ts";

const CONNECTIONS = 50;
const BROWSER = {
  accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "accept-encoding": "gzip, deflate, br, zstd",
};
/** The example of docs/proxy.md, and what a test can wait for. */
const TIMES = { whole: { seconds: 5, staleSeconds: 30 }, quick: { seconds: 2, staleSeconds: 3 } };
const CHANGES = { whole: 5, quick: 2 };
/** Pages that are requested once after a change, each after another time. */
const QUIET_PAGES = { whole: 40, quick: 20 };

type Response = { status: number; headers: Record<string, unknown>; text: string };
/** What visitors reach: a cache, or a proxy without one. */
type Front = {
  name: string;
  url: string;
  product: Product;
  /** How late a change may be seen there, in seconds. */
  bound: number;
  ask(path: string, headers?: Record<string, string>): Promise<Response>;
  stop(): Promise<void>;
};

/** Pages of creators behind nginx, which holds them for CDN_SECONDS, and behind Caddy, which passes every request on. */
export const cdnRow: Row = {
  name: "cdn",
  async run(bench) {
    const figures: Figure[] = [];
    if (whyNoNginx) figures.push(skipped("pages held by nginx", whyNoNginx));
    else figures.push(...(await withFront(bench, startBehindNginx, measureHeld)));
    if (!isInstalled("caddy")) figures.push(skipped("pages through Caddy", "Caddy is not installed"));
    else figures.push(...(await withFront(bench, startBehindCaddy, measurePassedOn)));
    return figures;
  },
};

async function withFront(
  bench: Bench,
  start: (bench: Bench, dataDir: string) => Promise<Front>,
  measure: (bench: Bench, front: Front) => Promise<Figure[]>,
): Promise<Figure[]> {
  return withFolder(async (dataDir) => {
    const front = await start(bench, dataDir);
    try {
      bench.say(`behind ${front.name}`);
      return await measure(bench, front);
    } finally {
      await front.stop();
      await front.product.stop();
    }
  });
}

const timesOf = ({ quick }: Bench) => (quick ? TIMES.quick : TIMES.whole);
const settingsOf = (bench: Bench, publicUrl: string) => ({
  PUBLIC_URL: publicUrl,
  TRUST_PROXY: "127.0.0.1",
  CDN_SECONDS: String(timesOf(bench).seconds),
  CDN_STALE_SECONDS: String(timesOf(bench).staleSeconds),
});

async function startBehindNginx(bench: Bench, dataDir: string): Promise<Front> {
  const port = await findFreePort();
  const url = `https://localhost:${port}`;
  const product = await startProduct(dataDir, settingsOf(bench, url));
  const nginx = await startNginx({ port, upstream: Number(new URL(product.url).port), holdsPages: true });
  const { seconds, staleSeconds } = timesOf(bench);
  return {
    name: "nginx",
    url,
    product,
    bound: seconds + staleSeconds + 1,
    ask: (path, headers = {}) => nginx.ask(path, { headers }),
    stop: () => nginx.stop(),
  };
}

async function startBehindCaddy(bench: Bench, dataDir: string): Promise<Front> {
  const url = `http://localhost:${await findFreePort()}`;
  const product = await startProduct(dataDir, settingsOf(bench, url));
  const caddy = await startCaddy({ url, nodes: [product.url], folder: dataDir });
  while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) await delay(50);
  return {
    name: "Caddy",
    url,
    product,
    bound: 1,
    async ask(path, headers = {}) {
      const response = await fetch(url + path, { headers });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        text: await response.text(),
      };
    },
    stop: () => caddy.stop(),
  };
}

async function measureHeld(bench: Bench, front: Front): Promise<Figure[]> {
  const { seconds, staleSeconds } = timesOf(bench);
  const creator = await makeCreator(front.product);
  const { figures, requests, elapsed } = await measureRates(bench, front, creator);
  const busy = await changesSeen(bench, front, creator);
  const quiet = await oldestServed(bench, front);
  return [
    ...figures,
    atMost(
      `the same: requests that reach Tessera in ${elapsed.toFixed(0)} s (CDN_SECONDS=${seconds})`,
      requests,
      Math.floor(elapsed / seconds) + 1,
      "requests",
    ),
    atMost("a change of a page that is requested all the time, seen by all", busy, front.bound, "s later"),
    atMost(
      `a page without requests meanwhile: the longest after its change that the former one was sent (CDN_STALE_SECONDS=${staleSeconds})`,
      quiet,
      front.bound,
      "s",
    ),
  ];
}

async function measurePassedOn(bench: Bench, front: Front): Promise<Figure[]> {
  const creator = await makeCreator(front.product);
  const { figures, requests, elapsed, rate } = await measureRates(bench, front, creator);
  const busy = await changesSeen(bench, front, creator);
  return [
    ...figures,
    plain(
      "the same: requests that reach Tessera, which Caddy alone does not hold back",
      `${show(requests / elapsed)}/s`,
      `through Caddy: ${show(rate)}/s`,
    ),
    atMost("a change of a page that is requested all the time, seen by all", busy, front.bound, "s later"),
  ];
}

/** Measures a page and its 304 through the front, and how many of its requests reach the product. */
async function measureRates(bench: Bench, { name, url, product, ask }: Front, { handle }: Creator) {
  const path = `/@${handle}`;
  const { etag } = (await ask(path, BROWSER)).headers;
  const unchangedHeaders = { ...BROWSER, "if-none-match": String(etag) };
  const { status } = await ask(path, unchangedHeaders);
  if (status !== 304) throw new Error(`${name} answered ${status} to a request with the page's ETag`);
  const target = { connections: CONNECTIONS, seconds: bench.seconds, headers: BROWSER, pid: product.pid };
  const [held, unchanged, direct] = await loadInTurn(
    [
      { ...target, url: url + path },
      { ...target, url: url + path, headers: unchangedHeaders },
      { ...target, url: product.url + path },
    ],
    bench.rounds,
  );
  const readRequests = async () => (await readMetrics(product))("tessera_page_requests_total");
  const before = await readRequests();
  const startedAt = performance.now();
  const { rate } = await load({ ...target, url: url + path, seconds: 5 * timesOf(bench).seconds });
  const elapsed = (performance.now() - startedAt) / 1000;
  const requests = (await readRequests()) - before;
  const protocol = url.startsWith("https") ? "TLS" : "HTTP";
  const figures: Figure[] = [
    plain(
      `page of 24 tiles through ${name} (${protocol}, ${CONNECTIONS} connections)`,
      `${show(held.rate)}/s, p99 ${show(held.p99)} ms`,
      `Tessera without it: ${show(direct.rate)}/s; its processor time per page ${show(held.cpuUs)} and ${show(direct.cpuUs)} µs`,
    ),
    never("the same: failed", held.failed + unchanged.failed),
    rateBeside("the same, unchanged (304)", {
      ours: unchanged.rate,
      peer: held.rate,
      peerName: "the page",
      bar: 1,
    }),
  ];
  return { figures, requests, elapsed, rate };
}

/** Returns the longest time until a page showed a change, in seconds, when it is requested all the time. */
async function changesSeen(
  { quick }: Bench,
  { product, bound, ask }: Front,
  creator: Creator,
): Promise<number> {
  let longest = 0;
  for (let change = 0; change < (quick ? CHANGES.quick : CHANGES.whole); change++) {
    const title = titleOf(change);
    await renameTile(product, creator, title);
    const isSeen = async () => (await ask(`/@${creator.handle}`)).text.includes(title);
    longest = Math.max(longest, await secondsUntil(isSeen, 10 * bound));
  }
  return longest;
}

/** Returns the longest time after its change at which a page was still sent as it was before, in seconds. */
async function oldestServed({ quick }: Bench, { product, bound, ask }: Front): Promise<number> {
  const pages = quick ? QUIET_PAGES.quick : QUIET_PAGES.whole;
  const creators: Creator[] = [];
  for (let page = 0; page < pages; page++) creators.push(await makeCreator(product, 1));
  const ages = await Promise.all(
    creators.map(async (creator, place) => {
      const path = `/@${creator.handle}`;
      await ask(path);
      const title = titleOf(place);
      await renameTile(product, creator, title);
      const changedAt = performance.now();
      // The last ones are asked for after all that is allowed.
      await delay((1.1 * bound * 1000 * (place + 1)) / pages);
      const age = (performance.now() - changedAt) / 1000;
      return (await ask(path)).text.includes(title) ? 0 : age;
    }),
  );
  return Math.max(...ages);
}

const titleOf = (change: number) => `Edition ${change} of the things`;
