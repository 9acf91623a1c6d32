import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { PublicCreator } from "../../../contract/api/creators.ts";
import { plainOf } from "../../platform/http/html.ts";
import { makeTestFolder } from "../../testing/temporary-folder.ts";
import { createPageCache } from "./page-cache.ts";
import type { PageCache } from "./page-cache-entry.ts";
import { createPageStore, type PageStore } from "./page-store.ts";

/** It cannot be compressed. */
const NOISE = randomBytes(16_000).toString("base64");

/** The database, and what it was asked for. */
const titles = new Map<string, string>();
let world: { loads: number; renders: number; now: number };
let folder: string;
let stores: PageStore[];

beforeEach(async () => {
  world = { loads: 0, renders: 0, now: 0 };
  titles.clear();
  for (let id = 1; id <= 20; id++) titles.set(`page${id}`, `Title ${id}`);
  folder = await makeTestFolder();
  stores = [];
});
afterEach(async () => {
  for (const store of stores) await store.stop();
});

function openStore(): PageStore {
  const maxBytes = 16 * 1024 * 1024;
  const log = { warn: () => undefined };
  const store = createPageStore({ folder, maxBytes, writers: 1, hasRoom: async () => true, log });
  stores.push(store);
  return store;
}

/** A process: two pages fit with their data, some six more in a compact form, and what is known of twenty. */
function startProcess(
  rendering = "release 1",
  { appliedUntil }: { appliedUntil?: () => number } = {},
): { cache: PageCache; read: (handle: string) => Promise<string | undefined>; stop: () => Promise<void> } {
  const store = openStore();
  const cache = createPageCache({
    ...{ maxPages: 2, maxCompactBytes: 170_000, store, rendering },
    ...(appliedUntil && { appliedUntil }),
    databaseTime: () => world.now,
    load: async (handle) => {
      world.loads += 1;
      const title = titles.get(handle);
      if (title === undefined) return undefined;
      const creator = { id: Number(handle.slice(4)), handle, display_name: title } as PublicCreator;
      const changesAt = handle === "page7" ? new Date(5_000) : null;
      return { creator, tiles: [], tileIds: [1], tipTileId: null, isSuspended: false, changesAt };
    },
    render: async ({ creator }) => {
      world.renders += 1;
      return `${creator.display_name} of ${rendering}|${NOISE}`;
    },
  });
  const read = async (handle: string) => {
    const html = await cache.get(handle, null);
    return html && plainOf(html).toString().split("|")[0];
  };
  return { cache, read, stop: () => store.stop() };
}

const counted = async (work: () => Promise<unknown>) => {
  Object.assign(world, { loads: 0, renders: 0 });
  await work();
  return { loads: world.loads, renders: world.renders };
};
async function readAll({ read }: { read: (handle: string) => Promise<string | undefined> }) {
  for (const [handle, title] of titles) expect(await read(handle)).toContain(title);
}

test("after a restart, and in another process, pages are read from the database and not rendered", async () => {
  const first = startProcess();
  expect(await counted(() => readAll(first))).toEqual({ loads: 20, renders: 20 });
  await first.stop();
  const second = startProcess();
  expect(await counted(() => readAll(second))).toEqual({ loads: 20, renders: 0 });
  expect(second.cache.stats().requests).toEqual({ memory: 0, store: 20, rendered: 0 });
});

test("a page that no longer fits in memory is read from its file, without a query", async () => {
  const process = startProcess();
  await readAll(process);
  await process.stop();
  expect(await counted(() => process.read("page18"))).toEqual({ loads: 0, renders: 0 });
  expect(process.cache.stats().requests).toMatchObject({ store: 0, memory: 1 });
  expect(await counted(() => process.read("page2"))).toEqual({ loads: 0, renders: 0 });
  expect(process.cache.stats().requests).toMatchObject({ store: 1, memory: 1 });
  expect(process.cache.peek("page2"), "afterwards it is in memory").toBeDefined();
});

test("a changed page is never served from its file, in no process and after no restart", async () => {
  const [one, two] = [startProcess(), startProcess()];
  await readAll(one);
  await one.stop();
  await readAll(two);
  titles.set("page5", "Another title");
  for (const { cache } of [one, two]) cache.invalidate(5);
  expect(await one.read("page5")).toBe("Another title of release 1");
  expect(await two.read("page5")).toBe("Another title of release 1");
  // Written back as it was before: by a process that learns of the change too late.
  titles.set("page6", "Another title");
  expect(await startProcess().read("page6")).toBe("Another title of release 1");
});

test("without proof that nothing has changed, the database is asked", async () => {
  let appliedUntil = Number.POSITIVE_INFINITY;
  const process = startProcess("release 1", { appliedUntil: () => appliedUntil });
  await readAll(process);
  await process.stop();
  process.cache.invalidate(null);
  titles.set("page5", "Changed unnoticed");
  expect(await process.read("page5")).toBe("Changed unnoticed of release 1");
  expect(await counted(() => process.read("page4"))).toEqual({ loads: 1, renders: 0 });
  appliedUntil = Number.NEGATIVE_INFINITY;
  expect(await counted(() => process.read("page3"))).toEqual({ loads: 1, renders: 0 });
});

test("a page that changes by schedule is read again from then on", async () => {
  const process = startProcess();
  await readAll(process);
  await process.stop();
  expect(await counted(() => process.read("page7"))).toEqual({ loads: 0, renders: 0 });
  await readAll(process);
  world.now = 5_000;
  expect((await counted(() => process.read("page7"))).loads).toBe(1);
});

test("pages of another release or other settings are rendered again", async () => {
  const first = startProcess();
  await readAll(first);
  await first.stop();
  expect(await startProcess("release 2").read("page1")).toBe("Title 1 of release 2");
});

test("a deleted page leaves no file", async () => {
  const process = startProcess();
  await readAll(process);
  await process.stop();
  titles.delete("page3");
  process.cache.invalidate(3);
  expect(await process.read("page3")).toBeUndefined();
  // Counted as a process does that has just started.
  await expect.poll(async () => (await openStore().stats()).pages).toBe(19);
});
