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
  /** The origin that state-changing requests need. */
  publicUrl: string;
  dataDir: string;
  pid: number;
  /** A connection to its database, which is closed with the product. */
  database: pg.Client;
  /** Resident memory of the Node process, in megabytes. */
  memory(): Promise<number>;
  stop(): Promise<void>;
};

/** Runs the work with an empty folder, and removes it. */
export async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "tessera-bench-"));
  try {
    await chmod(folder, 0o755);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** Runs the work with a product in a folder, and stops it. */
export async function withProduct<Result>(
  dataDir: string,
  settings: Record<string, string>,
  work: (product: Product) => Promise<Result>,
): Promise<Result> {
  const product = await startProduct(dataDir, settings);
  try {
    return await work(product);
  } finally {
    await product.stop();
  }
}

/** Runs the work with a product of its own on an empty data folder. */
export const withNewProduct = <Result>(
  settings: Record<string, string>,
  work: (product: Product) => Promise<Result>,
) => withFolder((dataDir) => withProduct(dataDir, settings, work));

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

/** `settings` are environment variables. Without DATABASE_URL it starts its own PostgreSQL. */
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

/** Returns the URL of a database in a product's own PostgreSQL. */
export async function bundledUrl(dataDir: string, database: string): Promise<string> {
  const running = await findPostmaster(join(dataDir, "postgres"));
  return connectionUrl(running?.socketDir ?? "", database);
}

/** Calls `sample` repeatedly until the work is done, and returns its highest result and the work's result. Ignores NaN. */
export async function sampleDuring<Result>(
  work: Promise<Result>,
  sample: () => Promise<number>,
  everyMs = 1_000,
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
    await Promise.race([delay(everyMs), over]);
  }
  return { result: await work, highest };
}

/** Reads the command that `npm start` runs after its set-up, to start the product with the same options. */
async function readStartScript(): Promise<{ settings: Record<string, string>; arguments: string[] }> {
  const { scripts } = JSON.parse(await readFile("package.json", "utf8"));
  const [, settings = "", line = ""] =
    /exec env (.*) node_modules\/\.bin\/node (.*)$/.exec(scripts.start) ?? [];
  return {
    settings: Object.fromEntries(settings.split(" ").map((setting) => setting.split("="))),
    arguments: line.split(" "),
  };
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
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

/** Returns the duration of some work in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Starts the product like users, and stops it once it has responded. Returns the seconds until then. */
export async function startByNpm(
  path: string,
  { cwd = ".", settings = {} }: { cwd?: string; settings?: Record<string, string> },
): Promise<number> {
  const port = String(await findFreePort());
  const { PATH, HOME } = process.env;
  const startedAt = performance.now();
  const child = spawn("npm", ["start", "--silent"], {
    cwd,
    env: { PATH, HOME, PORT: port, LOG_LEVEL: "warn", ...settings },
    stdio: ["ignore", "ignore", "inherit"],
    detached: true,
  });
  await waitUntilReady(`http://127.0.0.1:${port}${path}`, child);
  const seconds = (performance.now() - startedAt) / 1000;
  // The whole process group, because npm starts the product through a shell.
  process.kill(-(child.pid ?? 0), "SIGTERM");
  await once(child, "exit");
  return seconds;
}

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
