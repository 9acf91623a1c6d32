import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { onTestFinished } from "vitest";
import { type BundledLog, isPostmaster } from "./postmaster.ts";

export const quiet: BundledLog = { info() {}, warn() {}, error() {} };

/** Creates a data folder that is deleted when the test ends, together with the server in it. */
export async function makeDataDir(): Promise<{ dataDir: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), "tessera-test-"));
  await chmod(dataDir, 0o755);
  onTestFinished(async () => {
    await killPostmaster(dataDir, "SIGQUIT").catch(() => undefined);
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  return { dataDir };
}

export async function postmasterPid(dataDir: string): Promise<number> {
  const text = await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8");
  return Number.parseInt(text, 10);
}

export async function killPostmaster(dataDir: string, signal: NodeJS.Signals): Promise<void> {
  const pid = await postmasterPid(dataDir);
  const cluster = join(dataDir, "postgres");
  if (isPostmaster(pid, cluster)) process.kill(pid, signal);
  while (isPostmaster(pid, cluster)) await delay(10);
}

/** The programs of an older PostgreSQL, as Debian installs them. */
export const olderPostgres = "/usr/lib/postgresql/15/bin";

/** The report of another Tessera process that opens the folder: its database's URL, or its error. */
export type Other = { pid: number; url?: string; error?: string; kill(): Promise<void> };

/** Opens the folder in another process. `settings` is the source text of further options, which can call `report`. */
export async function openInAnotherProcess(
  dataDir: string,
  { settings = "", ...options }: { uid?: number; gid?: number; settings?: string } = {},
): Promise<Other> {
  const index = new URL("./index.ts", import.meta.url).href;
  const program = `
    const { startBundledDatabase } = await import(${JSON.stringify(index)});
    const log = { info() {}, warn() {}, error() {} };
    const report = (result) => process.stdout.write(JSON.stringify(result) + "\\n");
    process.stdin.resume();
    await startBundledDatabase({ dataDir: ${JSON.stringify(dataDir)}, log, ${settings} })
      .then(({ url }) => report({ url }), (error) => { report({ error: error.message }); process.exit(1); });`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    ...options,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = await Promise.race([
    once(child.stdout, "data"),
    once(child, "exit").then(([code]) => [JSON.stringify({ error: `exited with ${code} without a report` })]),
  ]);
  return { ...JSON.parse(String(line)), pid: child.pid, kill: () => killAndWait(child) };
}

async function killAndWait(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

export async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new Client(url);
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: "array" })).rows.flat();
  } finally {
    await client.end();
  }
}
