import fs, { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { log, SetUpError } from "./log.mjs";

const lock = ".setup/lock";
const pollIntervalMs = 200;
const NOT_WRITABLE = ["EACCES", "EPERM", "EROFS"];

/**
 * Runs the work while no other set-up of this checkout runs. Removes the lock of a killed one.
 * @param {() => Promise<void>} work
 */
export async function withLock(work) {
  let waitingFor;
  while (!takeLock()) {
    const holder = readHolder(lock);
    if (holder !== undefined && !isAlive(holder)) {
      clearStale(holder);
      continue;
    }
    if (holder !== waitingFor)
      log(`waiting for the set-up that runs as process ${holder} (it holds ${lock}) …`);
    waitingFor = holder;
    await delay(pollIntervalMs);
  }
  try {
    await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

// Written to a draft and renamed, so that a lock always contains its holder's PID.
function takeLock() {
  const draft = `${lock}-${process.pid}`;
  createFolder(draft);
  writeFileSync(`${draft}/pid`, String(process.pid));
  try {
    renameSync(draft, lock);
    return true;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (error.code === "ENOTEMPTY" || error.code === "EEXIST") return false;
    throw error;
  }
}

/** @param {string} path */
function createFolder(path) {
  try {
    fs.mkdirSync(path, { recursive: true });
  } catch (error) {
    if (!NOT_WRITABLE.includes(error.code)) throw error;
    throw new SetUpError(
      `${process.cwd()} needs an installation, and this user may not write to it. Run \`node scripts/set-up.mjs\` there as its owner.`,
    );
  }
}

/** @param {number} holder */
function clearStale(holder) {
  const aside = `${lock}-stale-${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch {
    return;
  }
  // A running process may have taken the lock between check and rename.
  if (readHolder(aside) !== holder) renameSync(aside, lock);
  rmSync(aside, { recursive: true, force: true });
}

/** @param {string} folder */
function readHolder(folder) {
  try {
    return Number(readFileSync(`${folder}/pid`, "utf8"));
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}
