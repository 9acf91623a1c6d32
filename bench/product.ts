import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { findPostmaster } from "../server/platform/database/bundled/postmaster.ts";
import { connectionUrl } from "../server/platform/database/bundled/supervisor.ts";
import { findFreePort } from "../server/testing/free-port.ts";

/** The built product under measurement, on a data folder of its own. */
export type Product = {
  url: string;
  /** Requests that change something need it as their origin. */
  publicUrl: string;
  dataDir: string;
  pid: number;
  /** A connection to its database; ended with the product. */
  database: pg.Client;
  /** Resident memory of the Node process, in megabytes. */
  memory(): Promise<number>;
  stop(): Promise<void>;
};

export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tessera-bench-"));
  await chmod(folder, 0o755);
  return folder;
}

const started = new Set<ChildProcess>();
const clusters = new Set<string>();
// Kills everything that this process has started, however it exits.
process.on("exit", () => {
  for (const child of started) child.kill("SIGKILL");
  for (const cluster of clusters) {
    const pid = existsSync(cluster) ? Number(readFileSync(cluster, "utf8").split("\n")[0]) : 0;
    if (pid > 0) process.kill(pid, "SIGQUIT");
  }
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));

/** `settings` are environment variables; without DATABASE_URL it starts its own PostgreSQL. */
export async function startProduct(dataDir: string, settings: Record<string, string> = {}): Promise<Product> {
  const port = await findFreePort();
  const { PATH, HOME, NODE_OPTIONS } = process.env;
  const start = await readStartScript();
  const env = {
    PATH,
    HOME,
    NODE_OPTIONS,
    ...start.settings,
    HOST: "127.0.0.1",
    PORT: String(port),
    DATA_DIR: dataDir,
    RATE_LIMITS: "off",
    LOG_LEVEL: "warn",
    ...settings,
  };
  const child = spawn(process.execPath, start.arguments, {
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  started.add(child);
  const pidFile = join(dataDir, "postgres", "postmaster.pid");
  clusters.add(pidFile);
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(`${url}/readyz`, child);
  const pid = child.pid ?? 0;
  const database = new pg.Client({
    connectionString:
      settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL ?? (await bundledUrl(dataDir, "tessera")),
  });
  await database.connect();
  return {
    url,
    publicUrl: settings.PUBLIC_URL ?? url.replace("127.0.0.1", "localhost"),
    dataDir,
    pid,
    database,
    memory: () => residentMegabytes(pid),
    async stop() {
      await database.end();
      child.kill("SIGTERM");
      await once(child, "exit");
      started.delete(child);
      clusters.delete(pidFile);
    },
  };
}

/** Returns the URL of a database of the PostgreSQL that a product has started. */
export async function bundledUrl(dataDir: string, database: string): Promise<string> {
  const running = await findPostmaster(join(dataDir, "postgres"));
  return connectionUrl(running?.socketDir ?? "", database);
}

/** Reads the product's metrics, and returns a function that sums up the values of one, with whatever labels; NaN for one that the scrape left out. */
export async function readMetrics({ url }: Pick<Product, "url">): Promise<(name: string) => number> {
  const lines = (await (await fetch(`${url}/metrics`)).text()).split("\n");
  return (name) => {
    const found = lines.filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
    const values = found.map((line) => Number(line.slice(line.lastIndexOf(" "))));
    return values.length > 0 ? values.reduce((sum, value) => sum + value) : Number.NaN;
  };
}

/** Calls `sample` once a second until the work is done, and returns the highest of its results beside that of the work; NaN is left out. */
export async function sampleDuring<Result>(
  work: Promise<Result>,
  sample: () => Promise<number>,
): Promise<{ result: Result; highest: number }> {
  let highest = Number.NaN;
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  const over = work.then(end, end);
  while (!isOver) {
    const value = await sample();
    if (!Number.isNaN(value)) highest = Number.isNaN(highest) ? value : Math.max(highest, value);
    await Promise.race([delay(1_000), over]);
  }
  return { result: await work, highest };
}

/** Reads the command that `npm start` runs after its set-up, so that the product is started with the same options. */
async function readStartScript(): Promise<{ settings: Record<string, string>; arguments: string[] }> {
  const { scripts } = JSON.parse(await readFile("package.json", "utf8"));
  const [, settings = "", line = ""] =
    /exec env (.*) node_modules\/\.bin\/node (.*)$/.exec(scripts.start) ?? [];
  return {
    settings: Object.fromEntries(settings.split(" ").map((setting) => setting.split("="))),
    arguments: line.split(" "),
  };
}

export async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  const until = performance.now() + 120_000;
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}`);
    const response = await fetch(url).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok) return;
    await delay(5);
  }
  throw new Error(`${url} did not respond`);
}

/** Returns the resident memory of a process. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

export const removeFolder = (folder: string) =>
  rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });

/** Starts a server of `baseline.ts` and returns its URL once it responds. */
export async function startPeer(
  kind: string,
  argument: string,
): Promise<{ url: string; pid: number; stop(): void }> {
  const port = await findFreePort();
  const child = spawn(process.execPath, ["bench/baseline.ts", kind, String(port), argument], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  started.add(child);
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(`${url}/ready`, child);
  return {
    url,
    pid: child.pid ?? 0,
    stop() {
      child.kill("SIGKILL");
      started.delete(child);
    },
  };
}
