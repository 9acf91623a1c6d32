import { readFileSync } from "node:fs";

/** npm's own record of a finished install; undefined when there is none, or it was cut short. */
export function readInstalled() {
  try {
    return JSON.parse(readFileSync("node_modules/.package-lock.json", "utf8"));
  } catch {
    return undefined;
  }
}

/** The packages of the lock file that this machine needs and does not have, or has in another version. */
export function listMissing(lock, installed) {
  const machine = describeMachine();
  return Object.entries(lock.packages)
    .filter(([path, wanted]) => {
      if (path === "") return false;
      const found = installed?.packages[path];
      if (found) return found.version !== wanted.version || found.integrity !== wanted.integrity;
      return !wanted.optional || isMadeFor(wanted, machine);
    })
    .map(([path, wanted]) => `${path.replace(/^.*node_modules\//, "")} ${wanted.version}`);
}

function describeMachine() {
  if (process.platform !== "linux") return { os: process.platform, cpu: process.arch, libc: undefined };
  const libc = process.report.getReport().header.glibcVersionRuntime ? "glibc" : "musl";
  return { os: process.platform, cpu: process.arch, libc };
}

// An optional package without conditions is somebody's extra that may rightly be absent.
function isMadeFor(wanted, machine) {
  if (!wanted.os && !wanted.cpu) return false;
  return ["os", "cpu", "libc"].every((kind) => accepts(wanted[kind], machine[kind]));
}

function accepts(wanted, actual) {
  if (wanted === undefined) return true;
  const list = [wanted].flat();
  if (list.includes(`!${actual}`)) return false;
  return list.includes(actual) || list.every((entry) => entry.startsWith("!"));
}
