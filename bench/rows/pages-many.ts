import { Agent, get } from "node:http";
import { readCpuSeconds } from "../cpu.ts";
import { makeCreator } from "../fixtures.ts";
import { makeFolder, type Product, readMetrics, removeFolder, startProduct } from "../product.ts";
import { atMost, type Figure, show } from "../report.ts";
import type { Row } from "../row.ts";

const CONNECTIONS = 16;
const MEMORY_MB = 1_024;
/** The limit of an idle process. */
const IDLE_MB = 200;
/** Of one run of requests, whose mean is reported. */
const SAMPLE = 5_000;
/** Memory for some 1,600 pages, and for what is known of 2,000 more. */
const SMALL_MB = 16;
const KNOWN = 3_000;

/** 50,000 different pages of 24 tiles in one gigabyte, and what a request for one of them costs from each level of the cache. */
export const pagesManyRow: Row = {
  name: "pages-many",
  async run({ quick, say }) {
    const count = quick ? 5_000 : 50_000;
    const dataDir = await makeFolder();
    try {
      const large = await startProduct(dataDir, settingsFor(MEMORY_MB));
      await fillPages(large, count);
      say(`${count} creators with 24 tiles each`);
      const idle = await large.memory();
      await readPages(large, sequence(count / 2));
      const half = await large.memory();
      const rendered = await readPages(large, sequence(count).slice(count / 2));
      say(`all pages requested once, ${show(rendered.cpuMs)} ms each`);
      const taken = await large.memory();
      const kept = await gaugesOf(large);
      const cached = await readPages(large, shuffled(count));
      await large.stop();

      const restarted = await startProduct(dataDir, settingsFor(MEMORY_MB));
      const sample = Math.min(SAMPLE, count / 4);
      // As warm as the first one was: by other pages than those that are measured.
      await readPages(restarted, sequence(count).slice(0, sample));
      const restored = await readFromDisk(restarted, sequence(count).slice(-sample));
      await restarted.stop();

      const small = await startProduct(dataDir, settingsFor(SMALL_MB));
      const known = sequence(count).slice(0, KNOWN);
      await readPages(small, known);
      const fromDisk = await readFromDisk(small, known);
      await small.stop();

      const what = `${count} pages of 24 tiles`;
      return [
        atMost(
          `${what}: memory of the process (idle ${show(idle)} MB, after half of them ${show(half)} MB)`,
          taken,
          IDLE_MB + MEMORY_MB,
          "MB",
        ),
        atMost(`${what}: of them not in memory afterwards`, count - kept.pages, 0, "pages"),
        plain(
          `${what}: memory of a further page, measured, and all pages as the cache counts them`,
          `${show(((taken - half) * 1024) / (count / 2))} kB`,
          `${show(kept.bytes / 1024 / 1024)} MB`,
        ),
        plain(
          `${what}: processor time when each is requested for the first time`,
          `${show(rendered.cpuMs)} ms`,
          "",
        ),
        compared(`${what}: the same from memory, in random order`, cached.cpuMs, rendered.cpuMs, 0.5),
        compared(
          `${what}: the same after a restart: read from the database, with the bytes of the disk (${describe(restored)})`,
          restored.cpuMs,
          rendered.cpuMs,
          0.6,
        ),
        compared(
          `${what}: the same from the disk, known to be unchanged (${describe(fromDisk)})`,
          fromDisk.cpuMs,
          rendered.cpuMs,
          0.25,
        ),
      ];
    } finally {
      await removeFolder(dataDir);
    }
  },
};

const plain = (what: string, ours: string, against: string): Figure => ({ what, ours, against });

function compared(what: string, ours: number, peer: number, bar: number): Figure {
  return {
    what,
    ours: `${show(ours)} ms`,
    against: `rendered: ${show(peer)} ms; bar ≤ ${bar}`,
    ratio: (ours / peer).toFixed(2),
    met: ours / peer <= bar,
  };
}

/** Of each start: pages are stored for one URL of the installation, and each start has another port. */
const settingsFor = (memoryMb: number) => ({
  PAGE_CACHE_MB: String(memoryMb),
  PAGE_DISK_MB: "2048",
  PUBLIC_URL: "http://localhost:4000",
});

const handleOf = (number: number) => `many-${number}`;
const sequence = (count: number) => Array.from({ length: count }, (_, number) => number);
/** Each number once, far from its neighbours; the step has no divisor in common with the counts. */
const shuffled = (count: number) => sequence(count).map((number) => (number * 7_919) % count);

/** Copies a creator with the own tiles, under other names and texts: by SQL, because 50,000 would take hours over HTTP. */
async function fillPages({ database, ...product }: Product, count: number): Promise<void> {
  const { id } = await makeCreator({ database, ...product });
  const copy = async (table: string, replaced: Record<string, string>, from: string) => {
    const { rows } = await database.query<{ column_name: string }>(
      "select column_name from information_schema.columns where table_name = $1 and is_generated = 'NEVER' and column_name <> 'id' and table_schema = 'public'",
      [table],
    );
    const names = rows.map(({ column_name }) => column_name);
    const values = names.map((name) => replaced[name] ?? `o.${name}`);
    await database.query(`insert into ${table} (${names.join()}) select ${values.join()} ${from}`);
  };
  // Without triggers and foreign keys, whose checks take most of the time.
  await database.query("set session_replication_role = 'replica'");
  await database.query(
    `insert into users (email) select 'many-' || n || '@example.org' from generate_series(0, ${count - 1}) n`,
  );
  const handle = "split_part(u.email, '@', 1)";
  await copy(
    "creators",
    { user_id: "u.id", handle, display_name: `'Mara Lind ' || md5(u.email)` },
    `from creators o, users u where o.id = ${id} and u.email like 'many-%'`,
  );
  await copy(
    "tiles",
    {
      creator_id: "c.id",
      title: "o.title || ' by ' || c.handle",
      description: "left(o.description, 40) || ' ' || md5(o.title || c.handle)",
      url: "o.url || '/' || md5(c.handle || o.id)",
    },
    `from tiles o, creators c where o.creator_id = ${id} and c.handle like 'many-%'`,
  );
  await database.query("set session_replication_role = 'origin'");
  await database.query("analyze");
}

/** Requests pages over some connections, and returns the processor time of the process for each. */
async function readPages(product: Product, numbers: readonly number[]): Promise<{ cpuMs: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const left = numbers.values();
  const before = await readCpuSeconds(product.pid);
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (const number of left) await readPage(`${product.url}/@${handleOf(number)}`, agent);
    }),
  );
  const after = await readCpuSeconds(product.pid);
  agent.destroy();
  return { cpuMs: ((after.workers - before.workers) * 1_000) / numbers.length };
}

type FromDisk = { cpuMs: number; store: number; memory: number; rendered: number };

const describe = ({ store, memory, rendered }: FromDisk) =>
  `${show(store)} from the disk, ${show(memory)} from memory, ${show(rendered)} rendered`;

/** Requests pages of which most are on the disk alone. */
async function readFromDisk(product: Product, numbers: readonly number[]): Promise<FromDisk> {
  const before = await gaugesOf(product);
  const { cpuMs } = await readPages(product, numbers);
  const after = await gaugesOf(product);
  return {
    cpuMs,
    store: after.store - before.store,
    memory: after.memory - before.memory,
    rendered: after.rendered - before.rendered,
  };
}

function readPage(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { "accept-encoding": "gzip, deflate, br, zstd" } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
      response.resume().once("end", resolve);
    }).once("error", reject);
  });
}

/** Reads what the cache says of itself. */
async function gaugesOf(product: Product) {
  const read = await readMetrics(product);
  const from = (level: string) => read(`tessera_page_requests_total{from="${level}"}`);
  return {
    pages: read("tessera_page_cache_pages"),
    bytes: read("tessera_page_cache_bytes"),
    ...{ store: from("store"), memory: from("memory"), rendered: from("rendered") },
  };
}
