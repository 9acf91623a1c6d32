import { readFileSync } from "node:fs";

/** Returns npm's record of a finished install; undefined when there is none, or it is incomplete. */
export function readInstalled() {
  try {
    return JSON.parse(readFileSync("node_modules/.package-lock.json", "utf8"));
  } catch {
    return undefined;
  }
}

/** Returns the packages of the lock file that this machine needs and does not have, or has in another version. */
export function listMissing(lock, installed) {
  const machine = describeMachine();
  return Object.entries(lock.packages)
    .filter(([path, expected]) => {
      if (path === "") return false;
      const found = installed?.packages[path];
      if (found) return found.version !== expected.version || found.integrity !== expected.integrity;
      return !expected.optional || isMadeFor(expected, machine);
    })
    .map(([path, expected]) => `${path.replace(/^.*node_modules\//, "")} ${expected.version}`);
}

function describeMachine() {
  if (process.platform !== "linux") return { os: process.platform, cpu: process.arch, libc: undefined };
  const libc = process.report.getReport().header.glibcVersionRuntime ? "glibc" : "musl";
  return { os: process.platform, cpu: process.arch, libc };
}

// An optional package without conditions is not required on any machine.
function isMadeFor(expected, machine) {
  if (!expected.os && !expected.cpu) return false;
  return ["os", "cpu", "libc"].every((kind) => accepts(expected[kind], machine[kind]));
}

function accepts(expected, actual) {
  if (expected === undefined) return true;
  const list = [expected].flat();
  if (list.includes(`!${actual}`)) return false;
  return list.includes(actual) || list.every((entry) => entry.startsWith("!"));
}
