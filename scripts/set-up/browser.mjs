import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { findChromium, findHeadlessChromium } from "../chromium.mjs";
import { log, SetUpError } from "./log.mjs";
import { run } from "./run.mjs";

const BOTH = ["chromium", "chromium-headless-shell"];

/** Installs Chromium for browser tests if there is none, preferably the faster one without windows. */
export async function ensureBrowser() {
  if (!findChromium()) await installChromium();
  else if (lacksOfferedShell()) {
    log("installing Chromium without windows, with which the tests take less time …");
    if (!(await install(BOTH))) log("it could not be installed; the tests use the whole browser.");
  }
}

async function installChromium() {
  if (process.env.CHROMIUM_PATH) {
    throw new SetUpError(`CHROMIUM_PATH names ${process.env.CHROMIUM_PATH}, which does not exist.`);
  }
  if (!mayInstall()) {
    throw new SetUpError(
      "the tests in a browser need a Chromium or Chrome. Install one (Debian: apt-get install chromium chromium-headless-shell; " +
        "macOS: Google Chrome), or name its program in CHROMIUM_PATH, then run this again.",
    );
  }
  log("installing Chromium for the tests in a browser …");
  const installed =
    (await run("apt-get", ["update"], unattended)) &&
    ((await install(BOTH)) || (await install(["chromium"])));
  if (!installed || !findChromium()) {
    throw new SetUpError(
      "Chromium could not be installed; install one by hand, or name its program in CHROMIUM_PATH.",
    );
  }
}

const unattended = { DEBIAN_FRONTEND: "noninteractive" };

/** @param {string[]} packages */
function install(packages) {
  // Fails soon on a system without a network.
  const impatient = ["-o", "Acquire::http::Timeout=20", "-o", "Acquire::Retries=1"];
  return run("apt-get", ["install", "-y", ...impatient, ...packages], unattended);
}

function mayInstall() {
  return process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
}

/** Returns whether the headless shell is not installed, but this system's package lists offer it. */
function lacksOfferedShell() {
  return (
    !process.env.CHROMIUM_PATH &&
    findHeadlessChromium() === "/usr/bin/chromium" &&
    mayInstall() &&
    spawnSync("/usr/bin/apt-cache", ["show", "chromium-headless-shell"]).status === 0
  );
}
