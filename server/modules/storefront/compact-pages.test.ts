import { brotliDecompressSync } from "node:zlib";
import { beforeEach, expect, test } from "vitest";
import type { PublicCreator } from "../../../contract/api/creators.ts";
import { bytesIn, plainOf } from "../../platform/http/html.ts";
import { createPageCache } from "./page-cache.ts";
import type { PageCache } from "./page-cache-entry.ts";

/** The database: titles by handle, and whether it answers. */
const titles = new Map<string, string>();
let world: { loads: number; renders: number; isAway: boolean; now: number; endsAt: Date | null };
let cache: PageCache;

beforeEach(() => {
  world = { loads: 0, renders: 0, isAway: false, now: 0, endsAt: null };
  titles.clear();
  for (let id = 1; id <= 20; id++) titles.set(`page${id}`, `Title ${id}`);
  cache = createPageCache({
    maxPages: 2,
    maxCompactBytes: 1024 * 1024,
    databaseTime: () => world.now,
    load: async (handle) => {
      world.loads += 1;
      if (world.isAway) throw new Error("the database is away");
      const title = titles.get(handle);
      if (title === undefined) return undefined;
      const creator = { id: Number(handle.slice(4)), handle, display_name: title } as PublicCreator;
      return {
        creator,
        tiles: [],
        tileIds: [1, 2],
        tipTileId: null,
        isSuspended: false,
        changesAt: world.endsAt,
      };
    },
    render: async ({ creator }, { openTileId }) => {
      world.renders += 1;
      return `${creator.display_name} ${openTileId ?? "closed"}`;
    },
  });
});

const read = async (handle: string, open: number | null = null) => {
  const html = await cache.get(handle, open);
  return html && plainOf(html).toString();
};
/** Requests twenty pages, of which two fit with their data. */
async function readAll() {
  for (const handle of titles.keys()) await read(handle);
  Object.assign(world, { loads: 0, renders: 0 });
}

test("pages that do not fit with their data are kept in one encoding, and neither read nor rendered again", async () => {
  await readAll();
  const html = cache.peek("Page3");
  expect(html?.plain).toBeUndefined();
  expect(Object.keys(html?.encoded ?? {})).toEqual(["br"]);
  expect(html && brotliDecompressSync(bytesIn(html, "br")).toString()).toBe("Title 3 closed");
  expect(html && bytesIn(html, undefined).toString()).toBe("Title 3 closed");
  expect(html && bytesIn(html, "gzip").length).toBeGreaterThan(0);
  expect(Object.keys(html?.encoded ?? {}), "others are made each time").toEqual(["br"]);
  for (const handle of titles.keys()) expect(await read(handle)).toBe(`Title ${handle.slice(4)} closed`);
  expect(world).toMatchObject({ loads: 0, renders: 0 });
  expect(cache.stats()).toMatchObject({ pages: 20, requests: { memory: 21, rendered: 20 } });
});

test("such a page is read again at the next request after a change, and no other is", async () => {
  await readAll();
  titles.set("page3", "Renewed");
  cache.invalidate(3);
  expect(cache.peek("page3")).toBeUndefined();
  expect(await read("page3")).toBe("Renewed closed");
  expect(await read("page4")).toBe("Title 4 closed");
  expect(world).toMatchObject({ loads: 1, renders: 1 });
});

test("after missed notifications it is read again, and not rendered again when it is the same", async () => {
  await readAll();
  cache.invalidate(null);
  expect(cache.peek("page3")).toBeUndefined();
  expect(await read("page3")).toBe("Title 3 closed");
  titles.set("page4", "Renewed");
  expect(await read("page4")).toBe("Renewed closed");
  expect(world).toMatchObject({ loads: 2, renders: 1 });
  expect(cache.peek("page3")?.plain?.toString(), "with its data, each encoding is kept").toBe(
    "Title 3 closed",
  );
});

test("it ends when one of its tiles does, by the database's clock", async () => {
  world.endsAt = new Date(1_000);
  await readAll();
  world.now = 999;
  expect(cache.peek("page3")).toBeDefined();
  world.now = 1_000;
  expect(cache.peek("page3")).toBeUndefined();
  world.endsAt = null;
  expect(await read("page3")).toBe("Title 3 closed");
  expect(world.loads).toBe(1);
});

test("while the database is unavailable such a page is served, also one that has changed; a deleted page is not found afterwards", async () => {
  await readAll();
  world.isAway = true;
  cache.invalidate(null);
  cache.invalidate(3);
  expect(await read("page3")).toBe("Title 3 closed");
  expect(await read("page4")).toBe("Title 4 closed");
  world.isAway = false;
  titles.delete("page3");
  expect(await read("page3")).toBeUndefined();
  expect(cache.peek("page3")).toBeUndefined();
});

test("an open tile is rendered from the data, which is read for it", async () => {
  await readAll();
  expect(await read("page3", 2)).toBe("Title 3 2");
  expect(await read("page3")).toBe("Title 3 closed");
  expect(world).toMatchObject({ loads: 1, renders: 1 });
});

test("another creator's page under the same handle is never the former one's", async () => {
  await readAll();
  titles.set("page3", "Somebody else");
  cache.invalidate(3);
  for (const handle of ["page9", "page10", "page11"]) await read(handle);
  expect(await read("page3")).toBe("Somebody else closed");
});
