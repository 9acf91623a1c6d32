import { spawn } from "node:child_process";
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Linux keeps files in memory here. */
const IN_MEMORY = "/dev/shm";
/** The databases, uploads and browser profiles of a run need less than half of it. */
const NEEDED_BYTES = 6 * 2 ** 30;

/**
 * Gives all child processes a temporary folder, in memory where there is room: tests create hundreds of databases, and the file system
 * took a sixth of the API tests' processor time.
 */
export function prepareTemporaryFolder(): void {
  const isSuitable = hasRoom(IN_MEMORY) && runsPrograms(IN_MEMORY);
  const folder = mkdtempSync(join(isSuitable ? IN_MEMORY : tmpdir(), "tessera-tests-"));
  // Like the system's folder, because PostgreSQL may run as another user.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  // Tests start the product and its commands dozens of times.
  process.env.NODE_COMPILE_CACHE = join(folder, "compiled");
  compileProduct();
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
}

/** Loads the product's code once. Node only stores compiled code when a process exits by itself, but tests kill most of theirs. */
function compileProduct(): void {
  const args = ["--import=./server/testing/resolve-hook.ts", "server/start/start-server.ts"];
  spawn(process.execPath, args, { stdio: "ignore" });
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return Math.min(bavail * bsize, process.availableMemory()) >= NEEDED_BYTES;
  } catch {
    return false;
  }
}

/** Returns whether programs in a folder can be run, as some tests do. Some systems forbid it in memory. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, `tessera-tests-${process.pid}`);
  try {
    writeFileSync(program, "", { mode: 0o700 });
    accessSync(program, constants.X_OK);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(program, { force: true });
  }
}
