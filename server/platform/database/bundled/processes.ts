import { spawn } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { lstat, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** The user that PostgreSQL runs as. `wrap` is a command line that precedes its own. */
export type RunAs = { owner: Owner | undefined; wrap: string[]; spawnAs: Partial<Owner> };

export type Owner = { uid: number; gid: number };

const nobody: Owner = { uid: 65_534, gid: 65_534 };
const cannotEnterDataDir = 101;

/** Picks the user PostgreSQL runs as (it refuses root) by running `postgres --version`, and returns the version as well. */
export async function chooseRunAs(options: {
  dataDir: string;
  cluster: string;
  postgres: string;
}): Promise<{ runAs: RunAs; version: number }> {
  const candidates = await listCandidates(options.cluster);
  let last: Outcome | undefined;
  for (const runAs of candidates) {
    const outcome = await tryCandidate({ ...options, runAs });
    const version = /PostgreSQL\) (\d+)/.exec(outcome.stdout)?.[1];
    if (outcome.code === 0 && version !== undefined) return { runAs, version: Number(version) };
    last ??= outcome;
  }
  throw new Error(await explain({ ...options, owner: candidates[0]?.owner, outcome: last }));
}

async function listCandidates(cluster: string): Promise<RunAs[]> {
  const existing = await lstat(cluster).catch(() => undefined);
  const self = process.getuid?.();
  if (self !== 0) {
    if (existing && self !== undefined && existing.uid !== self) {
      throw new Error(
        `${cluster} belongs to user ${existing.uid}, but this is user ${self}. Start as that user or as root, ` +
          `or hand the folder over with: chown -R ${self} ${cluster}`,
      );
    }
    return [{ owner: undefined, wrap: [], spawnAs: {} }];
  }
  const owner = existing && existing.uid !== 0 ? { uid: existing.uid, gid: existing.gid } : namedBySudo();
  return [
    { owner, wrap: [], spawnAs: owner },
    { owner, wrap: fileAccessArguments(owner), spawnAs: {} },
  ];
}

// `sudo` sets these variables. They are not settings, so they are not part of the configuration.
function namedBySudo(): Owner {
  const uid = Number(process.env.SUDO_UID);
  const gid = Number(process.env.SUDO_GID);
  return uid > 0 && gid > 0 ? { uid, gid } : nobody;
}

// For folders under /root: PostgreSQL runs as another user, with root's capability to enter closed folders.
function fileAccessArguments({ uid, gid }: Owner): string[] {
  const capability = "+dac_override";
  return [
    "setpriv",
    `--reuid=${uid}`,
    `--regid=${gid}`,
    "--clear-groups",
    `--inh-caps=${capability}`,
    `--ambient-caps=${capability}`,
    // PostgreSQL checks its own programs by access(2), which would otherwise ignore the capability.
    "--securebits=+no_setuid_fixup",
  ];
}

function tryCandidate(options: { runAs: RunAs; dataDir: string; postgres: string }): Promise<Outcome> {
  const script = `cd "$1" || exit ${cannotEnterDataDir}; exec "$2" --version`;
  return runProcess(options.runAs, ["/bin/sh", "-c", script, "sh", options.dataDir, options.postgres]);
}

async function explain(options: {
  dataDir: string;
  postgres: string;
  owner: Owner | undefined;
  outcome: Outcome | undefined;
}): Promise<string> {
  const { dataDir, postgres, owner, outcome } = options;
  const blocked = outcome?.code === cannotEnterDataDir ? dataDir : postgres;
  const closed = owner && (await findClosedFolder(blocked, owner));
  if (closed) {
    return (
      `PostgreSQL refuses to run as root, and user ${owner.uid} cannot pass through ${closed} to reach ${blocked}. ` +
      "Ways out: start Tessera as an ordinary user, set DATA_DIR to a folder outside, move Tessera itself outside, " +
      "or set DATABASE_URL to a PostgreSQL server."
    );
  }
  if (blocked === dataDir) return `DATA_DIR ${dataDir} cannot be entered. Set DATA_DIR to a folder that can.`;
  return (
    `The bundled PostgreSQL does not run on this machine: ${outcome?.stderr.trim() || "no reason given"}. ` +
    "Set DATABASE_URL to a PostgreSQL server."
  );
}

async function findClosedFolder(path: string, owner: Owner): Promise<string | undefined> {
  const folders: string[] = [];
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) folders.unshift(folder);
  for (const folder of folders) {
    const { mode, uid, gid } = await stat(folder);
    const shift = uid === owner.uid ? 6 : gid === owner.gid ? 3 : 0;
    if (((mode >> shift) & 1) === 0) return folder;
  }
  return undefined;
}

export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  return !isZombie(pid);
}

// In a container whose first process does not reap children, processes that have exited stay listed as zombies.
function isZombie(pid: number): boolean {
  if (process.platform !== "linux") return false;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return /^ [ZX]/.test(stat.slice(stat.lastIndexOf(")") + 1));
  } catch {
    return false;
  }
}

/** Returns whether this folder is the working directory of a process, or undefined if the system does not report it. */
export function hasCwd(pid: number, folder: string): boolean | undefined {
  try {
    const expected = statSync(folder);
    const actual = statSync(`/proc/${pid}/cwd`);
    return actual.dev === expected.dev && actual.ino === expected.ino;
  } catch {
    return undefined;
  }
}

// The server's environment contains neither the product's secrets nor PG* variables, which would change its behaviour.
export function minimalEnv(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
}

export type Outcome = { code: number | undefined; stdout: string; stderr: string };

/** Runs a short program and returns its output. A program that cannot be started has no exit code. */
export function runProcess(runAs: RunAs, command: string[]): Promise<Outcome> {
  const [file = "", ...args] = [...runAs.wrap, ...command];
  return new Promise((resolve) => {
    const outcome: Outcome = { code: undefined, stdout: "", stderr: "" };
    const child = spawn(file, args, {
      ...runAs.spawnAs,
      cwd: "/",
      env: minimalEnv(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.on("data", (chunk) => {
      outcome.stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      outcome.stderr += chunk;
    });
    child.on("error", (error) => resolve({ ...outcome, stderr: error.message }));
    child.on("close", (code) => resolve({ ...outcome, code: code ?? undefined }));
  });
}
