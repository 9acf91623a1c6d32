import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { Client } from "pg";

const READY_MS = 40_000;
const ENDS_WITHIN_MS = 10_000;

/** An installation of its own, to be killed and started again on the same data. */
export class OwnServer {
  readonly url: string;
  readonly #dataDir: string;
  readonly #settings: Record<string, string>;
  #process: ChildProcess | undefined;
  #output = "";

  private constructor(dataDir: string, port: number, settings: Record<string, string>) {
    this.#dataDir = dataDir;
    this.#settings = settings;
    this.url = `http://localhost:${port}`;
  }

  /** All that it has said so far. */
  get output(): string {
    return this.#output;
  }

  /** `settings`: what an operator adds to the usual ones. */
  static async prepare(settings: Record<string, string> = {}): Promise<OwnServer> {
    const dataDir = await mkdtemp(join(tmpdir(), "tessera-crash-"));
    await chmod(dataDir, 0o755);
    return new OwnServer(dataDir, await findFreePort(), settings);
  }

  /** Starts it as anybody would, and waits until it is ready. */
  async start(): Promise<void> {
    const { PATH, HOME } = process.env;
    const env = {
      PATH,
      HOME,
      PORT: new URL(this.url).port,
      DATA_DIR: this.#dataDir,
      RATE_LIMITS: "off",
      SEED_DEMO: "false",
      LOG_LEVEL: "warn",
      ...this.#settings,
    };
    const child = spawn("node_modules/.bin/node", ["server/main.ts"], { env });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        this.#output += chunk;
      });
    }
    this.#process = child;
    await this.waitUntilReady();
  }

  async waitUntilReady(): Promise<void> {
    const isReady = async () => {
      if (this.#process?.exitCode != null) throw new Error(`The server ended:\n${this.#output}`);
      const answer = await fetch(`${this.url}/readyz`).catch(() => undefined);
      return answer?.ok ?? false;
    };
    await expect.poll(isReady, { timeout: READY_MS, intervals: [50], message: "ready" }).toBe(true);
  }

  /** Asks its database directly; gives the number of rows. */
  async query(text: string): Promise<number | null> {
    const host = join(this.#dataDir, "postgres-socket");
    const client = new Client({ host, user: "tessera", database: "tessera", port: 5432, ssl: false });
    await client.connect();
    try {
      return (await client.query(text)).rowCount;
    } finally {
      await client.end();
    }
  }

  /** What a power cut or the system's memory killer does to the process. */
  async kill(): Promise<void> {
    const child = this.#running();
    child.kill("SIGKILL");
    await once(child, "exit");
  }

  async killPostmaster(): Promise<void> {
    const file = join(this.#dataDir, "postgres", "postmaster.pid");
    process.kill(Number.parseInt(await readFile(file, "utf8"), 10), "SIGKILL");
  }

  /** Asks it to end; gives the exit code and how long it took. */
  async stop(): Promise<{ code: number | null; milliseconds: number }> {
    const child = this.#running();
    const begun = performance.now();
    child.kill("SIGTERM");
    const late = setTimeout(() => child.kill("SIGKILL"), 2 * ENDS_WITHIN_MS);
    const [code] = await once(child, "exit");
    clearTimeout(late);
    return { code, milliseconds: performance.now() - begun };
  }

  /** Command lines of PostgreSQL processes that serve this data folder. */
  async listDatabaseProcesses(): Promise<string[]> {
    const { stdout } = await promisify(execFile)("ps", ["-eo", "args"]);
    return stdout.split("\n").filter((line) => line.includes(this.#dataDir) && line.includes("postgres"));
  }

  async remove(): Promise<void> {
    if (this.#process && this.#process.exitCode === null && this.#process.signalCode === null)
      await this.kill();
    await this.killPostmaster().catch(() => undefined);
    await rm(this.#dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  #running(): ChildProcess {
    if (!this.#process) throw new Error("the server was never started");
    return this.#process;
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("no free port was found");
  return address.port;
}
