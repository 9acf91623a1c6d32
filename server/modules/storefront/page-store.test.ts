import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { compactHtml, encodeHtml, plainOf } from "../../platform/http/html.ts";
import { makeTestFolder } from "../../testing/temporary-folder.ts";
import { createPageStore, type PageStore, type PageStoreOptions } from "./page-store.ts";

let folder: string;
const open: PageStore[] = [];
const warn = vi.fn();
let hasRoom = true;

const openStore = (options: Partial<PageStoreOptions> = {}): PageStore => {
  const maxBytes = 64 * 1024 * 1024;
  const store = createPageStore({
    ...{ folder, maxBytes, writers: 1, hasRoom: async () => hasRoom, log: { warn } },
    ...options,
  });
  open.push(store);
  return store;
};
const pageOf = (text: string, key = `key of ${text}`) => {
  const html = {
    ...encodeHtml(text, ["https://player.example"]),
    links: "</f.woff2>; rel=preload",
  };
  return { key, html: compactHtml(html) };
};
const textOf = async (store: PageStore, handle: string, key: string) => {
  const html = await store.read(handle, key);
  return html && plainOf(html).toString();
};
/** Stores pages at once, as a process that ends does. */
async function put(pages: Record<string, string>, options?: Partial<PageStoreOptions>): Promise<void> {
  const store = openStore(options);
  for (const [handle, text] of Object.entries(pages)) store.add(handle, pageOf(text));
  await store.stop();
}
const files = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

beforeEach(async () => {
  folder = join(await makeTestFolder(), "page-cache");
  hasRoom = true;
  warn.mockClear();
});
afterEach(async () => {
  for (const store of open.splice(0)) await store.stop();
});

test("a page is there after a restart and for another process, as it is sent, under its key alone", async () => {
  await put({ anna: "Anna's page" });
  const store = openStore();
  const html = await store.read("anna", "key of Anna's page");
  expect(html).toEqual(pageOf("Anna's page").html);
  expect(await store.read("anna", "key of a newer version, or another release")).toBeUndefined();
  expect(await store.read("ben", "key of Anna's page")).toBeUndefined();
  expect(await store.stats()).toMatchObject({ pages: 1 });
  const [file = ""] = await files();
  expect(file).not.toContain("anna");
});

test("the next version of a page replaces the one before, and a deleted page is gone", async () => {
  await put({ anna: "old" });
  await put({ anna: "new" });
  const store = openStore();
  expect(await textOf(store, "anna", "key of new")).toBe("new");
  expect(await textOf(store, "anna", "key of old")).toBeUndefined();
  expect(await files()).toHaveLength(1);
  store.delete("anna");
  await expect.poll(files).toEqual([]);
});

test("a page that changes while it waits to be written is written once", async () => {
  const store = openStore();
  for (const text of ["one", "two"]) store.add("anna", pageOf(text));
  store.add("ben", pageOf("Ben"));
  store.delete("ben");
  await store.stop();
  expect(await textOf(store, "anna", "key of two")).toBe("two");
  expect(await files()).toHaveLength(1);
});

test("a file that is cut short, empty or changed is not used, and is replaced", async () => {
  await put({ anna: "Anna's page" });
  const [file = ""] = await files();
  const whole = await readFile(file);
  const changed = Buffer.from(whole);
  changed[whole.length - 2] = 255 - (changed[whole.length - 2] ?? 0);
  for (const damaged of [
    whole.subarray(0, -3),
    whole.subarray(0, 20),
    Buffer.alloc(0),
    changed,
    Buffer.alloc(whole.length),
  ]) {
    await writeFile(file, damaged);
    expect(await textOf(openStore(), "anna", "key of Anna's page")).toBeUndefined();
  }
  await put({ anna: "Anna's page" });
  expect(await textOf(openStore(), "anna", "key of Anna's page")).toBe("Anna's page");
});

test("the folder stays within its bound when several processes write, and keeps the newest pages", async () => {
  const maxBytes = 256 * 1024;
  // Two processes, each of which writes more than the folder may hold; what is random is not compressed.
  const write = async (name: string) => {
    const pages: Record<string, string> = {};
    for (let number = 0; number < 300; number++) {
      const random = crypto.getRandomValues(new Uint8Array(300));
      pages[`${name}${number}`] = Buffer.from(random).toString("base64");
    }
    await put(pages, { maxBytes, writers: 2 });
    return pages;
  };
  await Promise.all([write("a"), write("b")]);
  const { bytes, pages } = await openStore({ maxBytes }).stats();
  expect(bytes).toBeLessThanOrEqual(maxBytes);
  expect(pages).toBeGreaterThan(100);
  const last = await write("c");
  const store = openStore({ maxBytes });
  expect(await textOf(store, "c299", `key of ${last.c299}`)).toBe(last.c299);
});

test("old pages and the drafts of dead processes are deleted, and a draft in progress is not", async () => {
  await put({ anna: "old", ben: "new" });
  const [first = "", second = ""] = await files();
  const aDayAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
  await utimes(first, aDayAgo, aDayAgo);
  const [dead, alive] = [`${first}.dead.draft`, `${second}.alive.draft`];
  for (const draft of [dead, alive]) await writeFile(draft, "half a pa");
  await utimes(dead, aDayAgo, aDayAgo);
  expect(await openStore().stats()).toMatchObject({ pages: 1 });
  expect((await files()).toSorted()).toEqual([second, alive].toSorted());
});

test("without room on the disk, or in a folder that cannot be written, nothing is stored and nothing fails", async () => {
  hasRoom = false;
  await put({ anna: "Anna" });
  expect(await files().catch(() => [])).toEqual([]);
  await writeFile(folder, "a file in place of the folder");
  hasRoom = true;
  await put({ anna: "Anna" });
  expect(await openStore().read("anna", "key of Anna")).toBeUndefined();
  expect(await openStore().stats()).toEqual({ pages: 0, bytes: 0 });
  expect(warn).toHaveBeenCalledTimes(2);
});

test("a process that is killed while it writes leaves whole pages alone", async () => {
  const module = new URL("./page-store.ts", import.meta.url).href;
  const html = new URL("../../platform/http/html.ts", import.meta.url).href;
  const script = `
    const { createPageStore } = await import(${JSON.stringify(module)});
    const { compactHtml, encodeHtml } = await import(${JSON.stringify(html)});
    const store = createPageStore({ folder: ${JSON.stringify(folder)}, maxBytes: 1e9, writers: 1, hasRoom: async () => true, log: console });
    for (let round = 0; ; round++) {
      for (let number = 0; number < 199; number++) {
        const html = { ...encodeHtml("page " + number + " ".repeat(round) + crypto.randomUUID().repeat(500)) };
        store.add("page" + number, { key: "key", html: compactHtml(html) });
      }
      await store.stop();
      console.log(round);
    }`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "exit");
  const store = openStore();
  for (let number = 0; number < 199; number++) {
    const html = await store.read(`page${number}`, "key");
    expect(html && plainOf(html).toString()).toMatch(new RegExp(`^page ${number}( |[0-9a-f])`));
  }
});
