import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { PublicCreator } from "../../../../contract/api/creators.ts";
import { bytesIn, encodeHtml, type HtmlBytes, plainOf } from "../../../platform/http/html.ts";
import { concurrently } from "../../../testing/concurrently.ts";
import type { CreatorPage } from "../service.ts";
import { createPageCache, type PageCache } from "./page-cache.ts";

/** The database's rows, the number of reads, and the delay of responses. */
const world = {
  titles: new Map<string, string>(),
  loads: 0,
  renders: 0,
  isUnavailable: false,
  torn: false,
  changesAt: null as Date | null,
};
let gate: Promise<void> | undefined;
let cache: PageCache;

function pageOf(handle: string): CreatorPage | undefined {
  const title = world.titles.get(handle);
  if (title === undefined) return undefined;
  const id = handle.length;
  const tileIds = Array.from({ length: 40 }, (_, index) => index + 1);
  return {
    creator: { id, handle, display_name: title } as PublicCreator,
    tiles: [],
    tileIds,
    tipTileId: null,
    latestEmails: [],
    isSuspended: false,
    changesAt: world.changesAt,
  };
}

beforeEach(() => {
  Object.assign(world, {
    titles: new Map([["anna", "Anna"]]),
    loads: 0,
    renders: 0,
    isUnavailable: false,
    torn: false,
    changesAt: null,
  });
  gate = undefined;
  cache = cacheOf({});
});

afterEach(() => void vi.useRealTimers());

const MB = 1024 * 1024;

type Bounds = {
  maxBytes?: number;
  timeoutMs?: number;
  databaseTime?: () => number;
  appliedUntil?: () => number;
};

function cacheOf({ maxBytes = MB, ...options }: Bounds): PageCache {
  return createPageCache({
    maxBytes,
    ...options,
    load: async (handle) => {
      world.loads += 1;
      if (world.isUnavailable) throw new Error("the database is away");
      const page = pageOf(handle);
      await gate;
      return page;
    },
    render: async (page, { openTileId: open }) => {
      world.renders += 1;
      if (world.torn) throw new Error("the page cannot be drawn");
      return `${page.creator.display_name} ${open ?? "closed"}`;
    },
  });
}

const read = async (handle: string, open: number | null = null, client = "visitor") =>
  textOf(await cache.get(handle, open, 0, client));
const textOf = (html: HtmlBytes | undefined) => html && plainOf(html).toString();
const ANNA = "anna".length;

test("reads and renders a page once for all letter cases of its handle", async () => {
  expect(await read("anna")).toBe("Anna closed");
  expect(await read("ANNA")).toBe("Anna closed");
  expect(world).toMatchObject({ loads: 1, renders: 1 });
});

test("shares one read and one rendering between concurrent requests", async () => {
  const many = () => concurrently(50, () => read("anna"));
  expect(new Set(await many())).toEqual(new Set(["Anna closed"]));
  expect(world).toMatchObject({ loads: 1, renders: 1 });
  cache.invalidate(ANNA);
  await many();
  expect(world).toMatchObject({ loads: 2, renders: 2 });
});

test("repeats a failed rendering at the next request", async () => {
  world.torn = true;
  await expect(read("anna")).rejects.toThrow("drawn");
  world.torn = false;
  expect(await read("anna")).toBe("Anna closed");
  expect(world).toMatchObject({ loads: 2, renders: 2 });
});

test("renders a document for each open tile, and keeps a tile closed that is not on the page", async () => {
  expect(await read("anna", 7)).toBe("Anna 7");
  expect(await read("anna", 8)).toBe("Anna 8");
  expect(await read("anna", 999)).toBe("Anna closed");
  expect(await read("anna", 7)).toBe("Anna 7");
  expect(world).toMatchObject({ loads: 3, renders: 3 });
});

test("reads a changed page again, but no others", async () => {
  world.titles.set("berta", "Berta");
  await read("anna");
  await read("berta");
  world.titles.set("anna", "Anna, renamed");
  cache.invalidate(ANNA);
  expect(await read("anna")).toBe("Anna, renamed closed");
  expect(await read("berta")).toBe("Berta closed");
  expect(world.loads).toBe(3);
});

test("reads every page again after missed notifications", async () => {
  await read("anna");
  world.titles.set("anna", "Anna, renamed");
  cache.invalidate(null);
  expect(await read("anna")).toBe("Anna, renamed closed");
});

test("never answers a request after a change with a read from before it", async () => {
  const open = Promise.withResolvers<void>();
  gate = open.promise;
  const before = read("anna");
  await Promise.resolve();
  world.titles.set("anna", "Anna, renamed");
  cache.invalidate(ANNA);
  const after = read("anna");
  open.resolve();
  expect(await before).toBe("Anna closed");
  expect(await after).toBe("Anna, renamed closed");
  expect(await read("anna")).toBe("Anna, renamed closed");
});

test("never replaces a newer read by a slow one from before a change", async () => {
  const slow = Promise.withResolvers<void>();
  gate = slow.promise;
  const before = read("anna");
  await Promise.resolve();
  gate = undefined;
  world.titles.set("anna", "Anna, renamed");
  cache.invalidate(ANNA);
  expect(await read("anna")).toBe("Anna, renamed closed");
  slow.resolve();
  await before;
  expect(await read("anna")).toBe("Anna, renamed closed");
});

test("serves the cached page while the database is unavailable, and the current one afterwards", async () => {
  await read("anna");
  world.titles.set("anna", "Anna, renamed");
  world.isUnavailable = true;
  cache.invalidate(null);
  expect(await read("anna")).toBe("Anna closed");
  world.isUnavailable = false;
  expect(await read("anna")).toBe("Anna, renamed closed");
});

test("serves the cached page while the database does not respond, and the current one once it is read", async () => {
  cache = cacheOf({ timeoutMs: 20 });
  await read("anna");
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  world.titles.set("anna", "Anna B.");
  cache.invalidate(ANNA);
  expect(await read("anna")).toBe("Anna closed");
  open();
  await expect.poll(() => read("anna")).toBe("Anna B. closed");
  expect(world.loads).toBe(2);
});

test("delays a possibly changed page by 250 ms and a changed one by two seconds if the database does not respond", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  cache = cacheOf({ appliedUntil: () => 0 });
  await read("anna");
  await vi.advanceTimersByTimeAsync(2_000);
  gate = new Promise(() => {});
  for (const [invalidate, ms] of [
    [() => {}, 250],
    [() => cache.invalidate(ANNA), 2_000],
  ] as const) {
    invalidate();
    const served = vi.fn();
    void read("anna").then(served);
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(served).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(served).toHaveBeenCalledExactlyOnceWith("Anna closed");
  }
});

test("fails for a page that was never read while the database is unavailable", async () => {
  world.isUnavailable = true;
  await expect(read("anna")).rejects.toThrow("away");
  world.isUnavailable = false;
  expect(await read("anna")).toBe("Anna closed");
});

test("reads an unknown handle each time, and finds its page once a creator takes it", async () => {
  expect(await read("berta")).toBeUndefined();
  world.titles.set("berta", "Berta");
  expect(await read("berta")).toBe("Berta closed");
});

test("does not find a page under its former handle", async () => {
  await read("anna");
  world.titles.delete("anna");
  cache.invalidate(ANNA);
  expect(await read("anna")).toBeUndefined();
});

describe("a cache limited in bytes", () => {
  const take = async (...handles: string[]) => {
    for (const handle of handles) {
      world.titles.set(handle, handle);
      await read(handle);
    }
  };

  test("drops the least recently used page first", async () => {
    await take("anna");
    cache = cacheOf({ maxBytes: Math.floor(3.5 * cache.stats().bytes) });
    world.loads = 0;
    await take("anna", "bert", "carl", "anna", "dora");
    expect(world.loads).toBe(4);
    await take("anna", "carl", "dora");
    expect(world.loads).toBe(4);
    await take("bert");
    expect(world.loads).toBe(5);
  });

  test("counts each open tile, and a repeated rendering once", async () => {
    await take("anna");
    const { bytes } = cache.stats();
    for (let round = 0; round < 20; round++) {
      cache.invalidate(null);
      await take("anna");
    }
    expect(cache.stats()).toMatchObject({ pages: 1, bytes });
    for (let tile = 1; tile <= 15; tile++) await read("anna", tile);
    expect(cache.stats().pages).toBe(16);
    expect(cache.stats().bytes).toBeGreaterThan(16 * bytes);
  });

  test("keeps a page only in accepted encodings, and counts each", async () => {
    const text = "Anna's tile ".repeat(1_000);
    world.titles.set("anna", text);
    const html = await cache.get("anna", null);
    if (!html) throw new Error("no page");
    const { bytes } = cache.stats();
    expect(bytes).toBeGreaterThan(text.length);
    const gzip = bytesIn(html, "gzip");
    expect(html.plain).toBeUndefined();
    expect(cache.stats().bytes).toBe(bytes - `${text} closed`.length + gzip.length);
    const brotli = bytesIn(html, "br");
    expect(cache.stats().bytes).toBe(bytes - `${text} closed`.length + gzip.length + brotli.length);
    expect(plainOf(html).toString()).toBe(`${text} closed`);
  });

  test("never exceeds its limit", async () => {
    cache = cacheOf({ maxBytes: 100_000 });
    for (let number = 0; number < 100; number++) {
      await take(`page-${number}`);
      bytesIn(cache.peek(`page-${number}`) ?? encodeHtml(""), "gzip");
      await read(`page-${number}`, 1 + (number % 40));
      expect(cache.stats().bytes).toBeLessThanOrEqual(100_000);
    }
    expect(cache.stats().pages).toBeGreaterThan(20);
  });

  test("serves a page that is larger than the cache", async () => {
    cache = cacheOf({ maxBytes: 1 });
    expect(await read("anna")).toBe("Anna closed");
    expect(await read("anna", 7)).toBe("Anna 7");
    expect(cache.stats()).toMatchObject({ pages: 0, bytes: 0 });
  });
});

test("never returns a former creator's page under a handle that another one has", async () => {
  expect(await read("anna", 7)).toBe("Anna 7");
  cache.invalidate(ANNA);
  world.titles.set("anna", "Somebody else");
  expect(await read("anna", 7)).toBe("Somebody else 7");
  expect(await read("anna")).toBe("Somebody else closed");
});

test("verifies every page after more changes than it tracks", async () => {
  await read("anna");
  world.titles.set("anna", "Anna, renamed");
  cache.invalidate(ANNA);
  for (let id = 1_000; id <= 11_000; id++) cache.invalidate(id);
  expect(await read("anna")).toBe("Anna, renamed closed");
});

test("returns the page as JSON, encoded once until the page changes", async () => {
  let encoded = 0;
  cache = createPageCache({
    maxBytes: MB,
    load: async (handle) => pageOf(handle),
    render: async () => "page",
    encodeWhole: async (handle) => Buffer.from(`${handle} ${++encoded}`),
  });
  const json = async () => String(await cache.getJson("Anna"));
  expect(await Promise.all([json(), json(), json()])).toEqual(["anna 1", "anna 1", "anna 1"]);
  cache.invalidate(ANNA);
  expect(await json()).toBe("anna 2");
  expect(await cache.getJson("nobody")).toBeUndefined();
});

describe("views with a tile open", () => {
  test("are rendered one at a time, and rejected only for a client with five waiting views", async () => {
    let running = 0;
    let most = 0;
    const open = Promise.withResolvers<void>();
    cache = createPageCache({
      maxBytes: MB,
      load: async (handle) => pageOf(handle),
      render: async (_page, { openTileId }) => {
        running += openTileId === null ? 0 : 1;
        most = Math.max(most, running);
        if (openTileId !== null) await open.promise;
        running -= openTileId === null ? 0 : 1;
        return String(openTileId);
      },
    });
    const views = Array.from({ length: 39 }, (_, index) => read("anna", index + 1, "attacker"));
    const all = Promise.allSettled(views);
    const other = read("anna", 40);
    // The page itself does not wait for them.
    expect(await read("anna")).toBe("null");
    open.resolve();
    const rejected = (await all).filter(({ status }) => status === "rejected");
    expect(most).toBe(1);
    expect(rejected).toHaveLength(39 - 5);
    expect(await other).toBe("40");
    expect(rejected[0]).toMatchObject({ reason: { status: 503, code: "storefront.page_busy" } });
    expect(await read("anna", 39, "attacker")).toBe("39");
  });

  test("are still rendered one at a time when the page changes meanwhile", async () => {
    let running = 0;
    let most = 0;
    cache = createPageCache({
      maxBytes: MB,
      load: async (handle) => pageOf(handle),
      render: async (_page, { openTileId }) => {
        if (openTileId === null) return "closed";
        running += 1;
        most = Math.max(most, running);
        await setTimeout(5);
        running -= 1;
        return String(openTileId);
      },
    });
    const views: Promise<unknown>[] = [];
    for (let version = 0; version < 5; version++) {
      await read("anna");
      views.push(read("anna", version + 1));
      await Promise.resolve();
      cache.invalidate(ANNA);
    }
    await Promise.all(views);
    expect(most).toBe(1);
  });
});

test("caches a page until a tile starts or ends by the database's clock, then reads it again", async () => {
  let databaseTime = Date.parse("2026-10-25T00:59:59.999Z");
  cache = cacheOf({ databaseTime: () => databaseTime });
  world.changesAt = new Date("2026-10-25T01:00:00Z");
  expect(await read("anna")).toBe("Anna closed");
  await setTimeout(0);
  expect(cache.peek("anna")).toBeDefined();
  databaseTime += 1;
  expect(cache.peek("anna")).toBeUndefined();
  // The estimated clock can only be ahead. A page read too early is read again.
  expect(await read("anna")).toBe("Anna closed");
  expect(world).toMatchObject({ loads: 2, renders: 2 });
  world.titles.set("anna", "Anna's new tile");
  world.changesAt = null;
  expect(await read("anna")).toBe("Anna's new tile closed");
  expect(await read("anna")).toBe("Anna's new tile closed");
  expect(world).toMatchObject({ loads: 3, renders: 3 });
});
