import { type Browser, chromium, type Page } from "@playwright/test";
import { CHROMIUM_ARGS, findChromium } from "../../scripts/chromium.mjs";
import { type Creator, makeCreator } from "../fixtures.ts";
import { atMost, type Figure, median, percentile, show, skipped } from "../report.ts";
import type { Row } from "../row.ts";

const TILES = 200;
/** The pace of a fast typist. */
const KEY_MS = 90;
const TYPED = "Glazes of the week, with notes and all of the recipes";
/** The slow network's rate and latency. */
const SLOW = { downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8, latency: 400 };
/** The browser rounds durations to 8 ms, and reports none below this. */
const SHORTEST_MS = 16;

/** Measures each key from its press until the change is painted. */
const OBSERVE_KEYS = `
  globalThis.keys = [];
  new PerformanceObserver((list) => {
    for (const { duration, interactionId: id } of list.getEntries()) if (id > 0) keys.push({ id, duration });
  }).observe({ type: "event", durationThreshold: ${SHORTEST_MS} });`;

/** The console in a browser: keys in a page of many tiles until painted, and the first load on a slow network. */
export const editorRow: Row = {
  name: "editor",
  async run({ product, rounds, say }) {
    const executablePath = findChromium();
    if (!executablePath)
      return [skipped("console in a browser", "there is no Chromium; CHROMIUM_PATH may name one")];
    const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_ARGS] });
    try {
      const site = { browser, url: product.url.replace("127.0.0.1", "localhost") };
      const figures = await typeInTitles({ ...site, creator: await makeCreator(product, TILES) });
      say("typed");
      const creator = await makeCreator(product);
      const loads: Load[] = [];
      for (let round = 0; round < rounds; round++) loads.push(await loadSlowly({ ...site, creator }));
      return [...figures, ...loadFigures(loads)];
    } finally {
      await browser.close();
    }
  },
};

/** The fixtures' names of tiles. */
const titleOf = (place: number) => `Things I made in week ${place}`;

type Site = { browser: Browser; url: string; creator: Creator };

async function openPage({ browser, url, creator }: Site): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  const pairs = creator.cookie.split("; ").map((pair) => pair.split("="));
  await context.addCookies(pairs.map(([name = "", value = ""]) => ({ name, value, url })));
  return context.newPage();
}

/** Types over a title at both ends of the list, and in a tile's form. */
async function typeInTitles(site: Site): Promise<Figure[]> {
  const page = await openPage(site);
  await page.goto(`${site.url}/dashboard`);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await page.frameLocator("iframe").getByRole("heading", { level: 1 }).waitFor();
  await page.evaluate(OBSERVE_KEYS);

  const type = async () => {
    await page.evaluate("keys.length = 0");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(TYPED, { delay: KEY_MS });
    await page.waitForTimeout(500);
    if ((await page.evaluate("document.activeElement.value")) !== TYPED) throw new Error("nothing was typed");
    const entries = await page.evaluate<{ id: number; duration: number }[]>("keys");
    const ofKey = new Map<number, number>();
    for (const { id, duration } of entries) ofKey.set(id, Math.max(ofKey.get(id) ?? 0, duration));
    const quick = Math.max(0, TYPED.length - ofKey.size);
    return [...ofKey.values(), ...Array<number>(quick).fill(SHORTEST_MS)];
  };
  const figures: Figure[] = [];
  const add = (where: string, keys: number[]) => {
    const what = `key to paint, ${TILES} tiles beside their page, ${where}`;
    const about = `median ${median(keys)}, highest ${Math.max(...keys)}`;
    figures.push(atMost(`${what} (${about}), p95`, percentile(keys, 95), 100, "ms"));
  };
  for (const [name, place] of [
    ["first title of the list", 1],
    ["last title of the list", TILES],
  ] as const) {
    await button(titleOf(place)).click();
    add(name, await type());
    await page.keyboard.press("Escape");
  }
  await button(`Edit ${titleOf(TILES)}`).click();
  await page.getByRole("dialog", { name: "Edit tile" }).getByLabel("Title").click();
  add("title in the form of a tile", await type());
  await page.context().close();
  return figures;
}

/** The code for dragging loads once the tiles can be edited, and is not part of the form. */
const DRAGGING = /\/move-handles-/;

/** The seconds until the first paint, until a title can be changed and until the form of a new tile is open. The script bytes are those of the last two. */
type Load = { painted: number; usable: number; formOpen: number; bytes: number; formBytes: number };

/** Opens the dashboard for the first time on a slow network. */
async function loadSlowly(site: Site): Promise<Load> {
  const page = await openPage(site);
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  await network.send("Network.emulateNetworkConditions", { offline: false, ...SLOW });
  const weights: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() === "script" && !DRAGGING.test(request.url()))
      weights.push(request.sizes().then((sizes) => sizes.responseBodySize));
  });
  const weigh = async () => (await Promise.all(weights)).reduce((sum, weight) => sum + weight, 0);
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  await page.goto(`${site.url}/dashboard`, { waitUntil: "commit" });
  // Checked in every frame, because a locator checks only twice a second.
  await page.evaluate(`new Promise((found) => {
    const isThere = ({ textContent }) => textContent === "${titleOf(1)}";
    const look = () => [...document.querySelectorAll("button")].some(isThere) ? found() : requestAnimationFrame(look);
    look();
  })`);
  await page.getByRole("button", { name: titleOf(1), exact: true }).click();
  const usable = seconds();
  const bytes = await weigh();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Add tile" }).click();
  await page.getByRole("dialog", { name: "Add tile" }).getByLabel("Title").waitFor();
  const formOpen = seconds();
  const painted = await page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
  );
  const formBytes = (await weigh()) - bytes;
  await page.context().close();
  return { painted: painted / 1000, usable, formOpen, bytes, formBytes };
}

function loadFigures(loads: readonly Load[]): Figure[] {
  const middle = (key: keyof Load) => median(loads.map((load) => load[key]));
  const what = "first load of the dashboard, 24 tiles, 400 kbit/s and 400 ms";
  const beside = `, and the form of a new tile is open after ${show(middle("formOpen"))} s`;
  return [
    atMost(`${what}: something is seen`, middle("painted"), 2.5, "s"),
    atMost(`${what}: a title can be changed${beside}`, middle("usable"), 6, "s"),
    atMost(
      `its scripts (${show(middle("bytes") / 1024)} KB) and those of the form, compressed`,
      (middle("bytes") + middle("formBytes")) / 1024,
      200,
      "KB",
    ),
  ];
}
