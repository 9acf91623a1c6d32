import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { assertDiskSpace } from "./disk-space.mjs";
import { log, SetUpError } from "./log.mjs";
import { linkPostgresLibraries } from "./postgres-libraries.mjs";
import { run } from "./run.mjs";

const stamp = "node_modules/.tessera-stamp";
const pinnedNode = "node_modules/.bin/node";

export function isInstallDue() {
  return !existsSync(stamp) || !existsSync(pinnedNode) || readFileSync(stamp, "utf8") !== fingerprint();
}

function fingerprint() {
  const lock = readFileSync("package-lock.json");
  return `${createHash("sha256").update(lock).digest("hex")} ${process.platform}-${process.arch}\n`;
}

/** Installs exactly the packages of the lock file if any is missing, and checks that the pinned Node runs. */
export async function install() {
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
  rmSync(stamp, { force: true });
  const installed = readInstalled();
  if (!installed || listMissing(lock, installed).length > 0) {
    assertDiskSpace();
    await fetchPackages(lock);
  }
  linkPostgresLibraries();
  await ensurePinnedNode();
  writeFileSync(stamp, fingerprint());
}

async function fetchPackages(lock) {
  log("installing the packages that package-lock.json names …");
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  // The pages are built here, so build tools are needed even with NODE_ENV=production.
  const done = await run("npm", ["ci", "--include=dev", "--include=optional", ...quiet]);
  if (!done) throw new SetUpError("npm could not install the packages; the reason is above. Run this again.");
  const missing = listMissing(lock, readInstalled());
  if (missing.length > 0) {
    throw new SetUpError(`npm left out: ${missing.join(", ")}. Look at the network, then run this again.`);
  }
}

async function ensurePinnedNode() {
  const expected = `v${JSON.parse(readFileSync("package.json", "utf8")).dependencies.node}`;
  if (nodeVersion() === expected) return;
  log("the package `node` was installed without its install script; running it now …");
  await run("npm", ["rebuild", "node", "--ignore-scripts=false", "--loglevel=error"]);
  if (nodeVersion() === expected) return;
  throw new SetUpError(
    `${pinnedNode} is ${nodeVersion() ?? "missing or does not run"}, but Tessera runs on Node ${expected}. ` +
      "If npm blocks install scripts here, allow the one of the package `node`, then run this again.",
  );
}

function nodeVersion() {
  try {
    return execFileSync(pinnedNode, ["--version"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return undefined;
  }
}

/** Returns npm's record of a finished install; undefined when there is none, or it is incomplete. */
function readInstalled() {
  try {
    return JSON.parse(readFileSync("node_modules/.package-lock.json", "utf8"));
  } catch {
    return undefined;
  }
}

/** Returns the packages of the lock file that this machine needs and does not have, or has in another version. */
function listMissing(lock, installed) {
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
