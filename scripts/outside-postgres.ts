import { execFile } from "node:child_process";
import { chown, glob, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { MAX_TEST_CONNECTIONS } from "../server/testing/database.ts";
import { runCommand } from "./checks/commands.ts";

const execute = promisify(execFile);
const oldestSupported = 15;

/** A PostgreSQL server from the operating system's packages: the tests prove that Tessera does not depend on the bundled one. */
export type OutsidePostgres = {
  url: string;
  version: number;
  /** Restarts the server like its packages, without waiting for clients. */
  restart(): Promise<void>;
  /** Ends the server like a power cut. */
  kill(): Promise<void>;
  /** Starts it again afterwards. */
  start(): Promise<void>;
  /** Starts a streaming replica that each commit waits for from then on. */
  startReplica(): Promise<Replica>;
  stop(): Promise<void>;
};
export type Replica = {
  url: string;
  socket: string;
  promote(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a private server from the system's packages. Returns undefined if they cannot be installed. */
export async function startOutsidePostgres(): Promise<OutsidePostgres | undefined> {
  const found = (await findPrograms()) ?? (await installPrograms());
  if (!found) return undefined;
  const owner = await findOwner();
  const folder = await mkdtemp(join(tmpdir(), "tessera-pg-"));
  if (owner) await chown(folder, owner.uid, owner.gid);
  const cluster = join(folder, "cluster");
  const run = (program: string, args: string[]) =>
    execute(program === "mkdir" ? program : join(found.folder, program), args, {
      ...owner,
      cwd: folder,
      env: { PATH: process.env.PATH, LC_ALL: "C" },
    });
  const configure = (host: string, statement: string) =>
    run("psql", ["-h", host, "-U", "postgres", "-c", statement, "-c", "select pg_reload_conf()"]);
  const start = () =>
    run("pg_ctl", ["start", "-D", cluster, "-w", "-l", join(folder, "log"), "-o", settingsIn(folder)]);
  async function stop() {
    await run("pg_ctl", ["stop", "-D", cluster, "-m", "immediate", "-w"]).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
  try {
    const locale = ["-E", "UTF8", "--locale=C"];
    await run("initdb", ["-D", cluster, "-U", "postgres", ...locale, "--auth=trust", "--no-sync"]);
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  async function startReplica(): Promise<Replica> {
    const own = join(folder, "replica-socket");
    const copy = join(folder, "replica");
    await run("mkdir", [own]);
    await run("pg_basebackup", [
      "-h",
      folder,
      "-U",
      "postgres",
      "-D",
      copy,
      "-R",
      "-c",
      "fast",
      "-X",
      "stream",
    ]);
    await run("pg_ctl", [
      "start",
      "-D",
      copy,
      "-w",
      "-l",
      join(folder, "replica-log"),
      "-o",
      settingsIn(own),
    ]);
    await configure(folder, "alter system set synchronous_standby_names = '*'");
    const stopReplica = async () => void (await run("pg_ctl", ["stop", "-D", copy, "-m", "immediate", "-w"]));
    return {
      url: urlIn(own),
      socket: join(own, ".s.PGSQL.5432"),
      async promote() {
        await run("pg_ctl", ["promote", "-D", copy, "-w"]);
        await configure(own, "alter system reset synchronous_standby_names");
      },
      stop: stopReplica,
    };
  }
  return {
    url: urlIn(folder),
    version: found.version,
    async restart() {
      await run("pg_ctl", ["stop", "-D", cluster, "-m", "fast", "-w"]);
      await start();
    },
    async kill() {
      const [pid] = (await readFile(join(cluster, "postmaster.pid"), "utf8")).split("\n");
      process.kill(Number(pid), "SIGKILL");
    },
    start: async () => void (await start()),
    startReplica,
    stop,
  };
}

const urlIn = (folder: string) => `postgresql://postgres@/postgres?host=${encodeURIComponent(folder)}`;

// The data is deleted afterwards, so fsync is not needed.
const settingsIn = (folder: string) =>
  `-c listen_addresses='' -c unix_socket_directories='${folder}' -c max_connections=${MAX_TEST_CONNECTIONS} -c fsync=off`;

export async function findPrograms(): Promise<{ folder: string; version: number } | undefined> {
  const found: { folder: string; version: number }[] = [];
  for await (const program of glob("/usr/lib/postgresql/*/bin/postgres")) {
    const version = Number(program.split("/")[4]);
    if (version >= oldestSupported) found.push({ folder: dirname(program), version });
  }
  return found.sort((a, b) => b.version - a.version)[0];
}

async function installPrograms() {
  if (process.getuid?.() !== 0) return undefined;
  const quiet = { DEBIAN_FRONTEND: "noninteractive" };
  const installed =
    (await runCommand(["apt-get", "update"], quiet)) &&
    (await runCommand(["apt-get", "install", "-y", "--no-install-recommends", "postgresql"], quiet));
  return installed ? findPrograms() : undefined;
}

// PostgreSQL refuses to run as root. Its packages create a user for it.
export async function findOwner(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const readId = async (option: string) => Number((await execute("id", [option, "postgres"])).stdout);
  return { uid: await readId("-u"), gid: await readId("-g") };
}
