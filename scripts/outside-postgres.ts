import { execFile } from "node:child_process";
import { chown, glob, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { runCommand } from "./checks/commands.ts";

const execute = promisify(execFile);
const oldestSupported = 15;

/** A PostgreSQL server from the operating system's packages: the tests prove that Tessera does not depend on the bundled one. */
export type OutsidePostgres = { url: string; version: number; stop(): Promise<void> };

/** Starts a private server from the system's packages; returns undefined when they cannot be installed. */
export async function startOutsidePostgres(): Promise<OutsidePostgres | undefined> {
  const found = (await findPrograms()) ?? (await installPrograms());
  if (!found) return undefined;
  const owner = await findOwner();
  const folder = await mkdtemp(join(tmpdir(), "tessera-pg-"));
  if (owner) await chown(folder, owner.uid, owner.gid);
  const cluster = join(folder, "cluster");
  const run = (program: string, args: string[]) =>
    execute(join(found.folder, program), args, {
      ...owner,
      cwd: folder,
      env: { PATH: process.env.PATH, LC_ALL: "C" },
    });
  async function stop() {
    await run("pg_ctl", ["stop", "-D", cluster, "-m", "immediate", "-w"]).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
  try {
    await run("initdb", [
      "-D",
      cluster,
      "-U",
      "postgres",
      "-E",
      "UTF8",
      "--locale=C",
      "--auth=trust",
      "--no-sync",
    ]);
    // The data is deleted afterwards, so fsync is not needed.
    const settings = `-c listen_addresses='' -c unix_socket_directories='${folder}' -c max_connections=200 -c fsync=off`;
    await run("pg_ctl", ["start", "-D", cluster, "-w", "-l", join(folder, "log"), "-o", settings]);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `postgresql://postgres@/postgres?host=${encodeURIComponent(folder)}`,
    version: found.version,
    stop,
  };
}

async function findPrograms(): Promise<{ folder: string; version: number } | undefined> {
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

// PostgreSQL refuses to run as root; its packages create a user for it.
async function findOwner(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const readId = async (option: string) => Number((await execute("id", [option, "postgres"])).stdout);
  return { uid: await readId("-u"), gid: await readId("-g") };
}
