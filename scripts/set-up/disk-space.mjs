import fs, { existsSync, readdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { SetUpError } from "./log.mjs";

const MB = 1024 * 1024;
/** Measured with package-lock.json of November 2026, rounded up: node_modules, dist, and npm's cache. */
const NEEDS = {
  release: { checkout: 400 * MB, cache: 220 * MB },
  production: { checkout: 600 * MB, cache: 300 * MB },
  all: { checkout: 1200 * MB, cache: 600 * MB },
};

/** Throws if the packages do not fit: on a full disk npm would hang for minutes without output. */
export function assertDiskSpace({ forDevelopment, root = resolve(".") }) {
  const isRelease = !existsSync(join(root, "web"));
  const needed = NEEDS[forDevelopment ? "all" : isRelease ? "release" : "production"];
  const cache = process.env.npm_config_cache || join(homedir(), ".npm");
  const needs = [
    { path: root, bytes: needed.checkout - folderBytes(join(root, "node_modules")) },
    { path: findExisting(cache), bytes: needed.cache - folderBytes(join(cache, "_cacache")) },
  ];
  for (const { path, bytes, free } of addUpByDisk(needs)) {
    if (bytes <= 0 || free >= bytes) continue;
    throw new SetUpError(
      `the packages need about ${toMegabytes(bytes)} MB of free disk space at ${path}, which has ${toMegabytes(free)} MB. ` +
        "Free some space, or move the checkout to another disk, then run this again.",
    );
  }
}

function addUpByDisk(needs) {
  const disks = new Map();
  for (const { path, bytes } of needs) {
    const { dev } = statSync(path);
    const { bavail, bsize } = fs.statfsSync(path);
    const disk = disks.get(dev) ?? { path, bytes: 0, free: bavail * bsize };
    disks.set(dev, { ...disk, bytes: disk.bytes + Math.max(0, bytes) });
  }
  return [...disks.values()];
}

function findExisting(path) {
  return statSync(path, { throwIfNoEntry: false }) || path === dirname(path)
    ? path
    : findExisting(dirname(path));
}

/** Returns the size of a folder that an install replaces. */
function folderBytes(folder) {
  let bytes = 0;
  for (const entry of listFiles(folder)) {
    bytes += statSync(entry, { throwIfNoEntry: false })?.size ?? 0;
  }
  return bytes;
}

function* listFiles(folder) {
  let entries = [];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    // The folder does not exist or is not readable: its size counts as 0.
  }
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* listFiles(path);
    else if (entry.isFile()) yield path;
  }
}

const toMegabytes = (bytes) => Math.ceil(bytes / MB);
