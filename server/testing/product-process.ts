import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { bareEnvironment, SOURCE_FLAGS } from "./bare-environment.ts";
import { findFreePort } from "./free-port.ts";

/** The arguments and environment that start the product: from its sources, or as `npm start` does once it is built. */
const COMMANDS = {
  sources: { args: [...SOURCE_FLAGS, "server/main.ts"], env: {} },
  bundle: { args: ["--max-semi-space-size=16", "dist/app/main.js"], env: { MALLOC_ARENA_MAX: "2" } },
};

/** A deadline that only a hang exceeds, however busy the machine is. */
const STOP_TIMEOUT_MS = 120_000;

/** The product in a separate process with its own data folder. It can be killed and started again. */
export class ProductProcess {
  readonly url: string;
  readonly #dataDir: string;
  readonly #settings: Record<string, string>;
  readonly #command: keyof typeof COMMANDS;
  #child: ChildProcess | undefined;
  #output = "";

  private constructor(options: {
    dataDir: string;
    port: number;
    settings: Record<string, string>;
    command: keyof typeof COMMANDS;
  }) {
    this.#dataDir = options.dataDir;
    this.#settings = options.settings;
    this.#command = options.command;
    this.url = `http://localhost:${options.port}`;
  }

  /** Prepares a product without starting it. `settings` are environment variables. */
  static async prepare(
    settings: Record<string, string> = {},
    command: keyof typeof COMMANDS = "sources",
  ): Promise<ProductProcess> {
    const dataDir = await mkdtemp(join(tmpdir(), "tessera-process-"));
    // The bundled PostgreSQL may run as another user.
    await chmod(dataDir, 0o755);
    return new ProductProcess({ dataDir, port: await findFreePort(), settings, command });
  }

  /** The output of all processes so far. */
  get output(): string {
    return this.#output;
  }

  get isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null;
  }

  /**
   * Starts the product as an operator does and waits until it is ready. Kills a running one first. `folder`
   * can contain another release.
   */
  async start(folder = "."): Promise<void> {
    // A retried test may start a product that is still running.
    if (this.isRunning) await this.kill();
    this.launch(folder);
    await this.waitUntilReady();
  }

  /** Starts the product without waiting. */
  launch(folder = "."): void {
    const { args, env } = COMMANDS[this.#command];
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: {
        ...bareEnvironment(),
        ...env,
        PORT: new URL(this.url).port,
        DATA_DIR: this.#dataDir,
        RATE_LIMITS: "off",
        SEED_DEMO: "false",
        LOG_LEVEL: "warn",
        ...this.#settings,
      },
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        this.#output += chunk;
      });
    }
    this.#child = child;
  }

  /** Runs a command on the installation while the product may be running. */
  async run(...command: string[]): Promise<{ code: number; output: string }> {
    const { port } = new URL(this.url);
    const env = { ...bareEnvironment(), PORT: port, DATA_DIR: this.#dataDir, ...this.#settings };
    return new Promise((resolve) => {
      execFile(process.execPath, [...SOURCE_FLAGS, ...command], { env }, (error, output) =>
        resolve({ code: error ? Number(error.code) : 0, output }),
      );
    });
  }

  /** Runs a command on the installation, and kills it if it has not ended in time. */
  async runUntilKilled(milliseconds: number, ...command: string[]): Promise<{ isKilled: boolean }> {
    const { port } = new URL(this.url);
    const env = { ...bareEnvironment(), PORT: port, DATA_DIR: this.#dataDir, ...this.#settings };
    const options = { env, timeout: milliseconds, killSignal: "SIGKILL" } as const;
    return new Promise((resolve) => {
      execFile(process.execPath, [...SOURCE_FLAGS, ...command], options, (error) =>
        resolve({ isKilled: error?.killed ?? false }),
      );
    });
  }

  async waitUntilReady(): Promise<void> {
    const isReady = async () => {
      if (!this.isRunning) throw new Error(`The server stopped:\n${this.#output}`);
      return (await fetch(`${this.url}/readyz`).catch(() => null))?.ok ?? false;
    };
    while (!(await isReady())) await delay(50);
  }

  /** Kills the process. */
  async kill(): Promise<void> {
    await this.#signal("SIGKILL");
  }

  /** Freezes the process at any point of its work until it is resumed. */
  pause(): void {
    this.#child?.kill("SIGSTOP");
  }

  resume(): void {
    this.#child?.kill("SIGCONT");
  }

  /** Kills the bundled PostgreSQL. */
  async killPostgres(): Promise<void> {
    const file = join(this.#dataDir, "postgres", "postmaster.pid");
    process.kill(Number.parseInt(await readFile(file, "utf8"), 10), "SIGKILL");
  }

  /** Stops the process gracefully. Returns its exit code and the duration. */
  async stop(): Promise<{ code: number | null; milliseconds: number }> {
    const startedAt = performance.now();
    const late = setTimeout(() => this.#child?.kill("SIGKILL"), STOP_TIMEOUT_MS);
    const code = await this.#signal("SIGTERM");
    clearTimeout(late);
    return { code, milliseconds: performance.now() - startedAt };
  }

  /** Runs a statement in the bundled database. Returns the number of rows. */
  async query(text: string): Promise<number | null> {
    const client = await this.connect();
    try {
      return (await client.query(text)).rowCount;
    } finally {
      await client.end();
    }
  }

  /** Opens a connection to the bundled database. */
  async connect(): Promise<pg.Client> {
    const host = join(this.#dataDir, "postgres-socket");
    const client = new pg.Client({ host, user: "tessera", database: "tessera", port: 5432, ssl: false });
    await client.connect();
    return client;
  }

  /** Returns the ids of the processes that serve requests when WORKERS is set. */
  async listWorkers(): Promise<number[]> {
    const { stdout } = await promisify(execFile)("ps", ["-eo", "ppid=,pid=,args="]);
    const isOwn = (line: string) =>
      line.trim().startsWith(`${this.#child?.pid} `) && line.includes("server/main.ts");
    return stdout
      .split("\n")
      .filter(isOwn)
      .map((line) => Number(line.trim().split(/ +/)[1]));
  }

  /** Returns the command lines of the PostgreSQL processes of this data folder. */
  async listPostgresProcesses(): Promise<string[]> {
    const { stdout } = await promisify(execFile)("ps", ["-eo", "args"]);
    return stdout.split("\n").filter((line) => line.includes(this.#dataDir) && line.includes("postgres"));
  }

  /** Kills everything that is left and deletes the data folder. */
  async remove(): Promise<void> {
    if (this.isRunning) await this.kill();
    await this.killPostgres().catch(() => undefined);
    await rm(this.#dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  async #signal(signal: NodeJS.Signals): Promise<number | null> {
    if (!this.#child || !this.isRunning) return null;
    const exited = once(this.#child, "exit");
    this.#child.kill(signal);
    const [code] = await exited;
    return code;
  }
}
