import { Agent, get } from "node:http";
import { readMetrics } from "../../server/drills/drill.ts";
import { makeCreator } from "../fixtures.ts";
import { cpuDuring } from "../processes.ts";
import { type Product, withFolder, withProduct } from "../product.ts";
import { atMost, costBeside, type Figure, plain, show } from "../report.ts";
import type { Bench, Row } from "../row.ts";

const CONNECTIONS = 16;
const MEMORY_MB = 1_024;
/** The limit of an idle process. */
const IDLE_MB = 200;

/** 50,000 different pages of 24 tiles in one gigabyte: their memory, and the cost of a request for one of them. */
export const pagesManyRow: Row = {
  name: "pages-many",
  run: (bench) => withFolder((dataDir) => measure(dataDir, bench)),
};

async function measure(dataDir: string, { quick, say }: Bench): Promise<Figure[]> {
  const count = quick ? 5_000 : 50_000;
  const what = `${count} pages of 24 tiles`;
  return withProduct(dataDir, { PAGE_CACHE_MB: String(MEMORY_MB) }, async (large) => {
    await fillPages(large, count);
    say(`${count} creators with 24 tiles each`);
    const idle = await large.memory();
    await readPages(large, sequence(count / 2));
    const half = await large.memory();
    const rendered = await readPages(large, sequence(count).slice(count / 2));
    say(`all pages requested once, ${show(rendered)} ms each`);
    const taken = await large.memory();
    const kept = await gaugesOf(large);
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
      plain(`${what}: processor time when each is requested for the first time`, `${show(rendered)} ms`),
      costBeside(`${what}: the same from memory, in random order`, {
        ours: await readPages(large, shuffled(count)),
        peer: rendered,
        peerName: "rendered",
        bar: 0.5,
      }),
    ];
  });
}

const handleOf = (number: number) => `many-${number}`;
const sequence = (count: number) => Array.from({ length: count }, (_, number) => number);
/** Returns each number once, far from its neighbours. The step is coprime to all counts used here. */
const shuffled = (count: number) => sequence(count).map((number) => (number * 7_919) % count);

/** Copies a creator with tiles under other names and texts, by SQL, because 50,000 would take hours over HTTP. */
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

/** Requests pages over some connections, and returns the process's milliseconds of processor time for each. */
async function readPages(product: Product, numbers: readonly number[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const left = numbers.values();
  const readSome = async () => {
    for (const number of left) await readPage(`${product.url}/@${handleOf(number)}`, agent);
  };
  const { cpu } = await cpuDuring(product.pid, () =>
    Promise.all(Array.from({ length: CONNECTIONS }, readSome)),
  );
  agent.destroy();
  return (cpu.workers * 1_000) / numbers.length;
}

function readPage(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { "accept-encoding": "gzip, deflate, br, zstd" } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
      response.resume().once("end", resolve);
    }).once("error", reject);
  });
}

/** Reads the cache's own measure of its size. */
async function gaugesOf(product: Product) {
  const read = await readMetrics(product);
  return { pages: read("tessera_page_cache_pages"), bytes: read("tessera_page_cache_bytes") };
}
