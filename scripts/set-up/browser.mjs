import { existsSync } from "node:fs";
import { findChromium } from "../chromium.mjs";
import { log, SetUpError } from "./log.mjs";
import { run } from "./run.mjs";

/** Installs Chromium for the end-to-end tests if there is none. */
export async function ensureBrowser() {
  if (findChromium()) return;
  if (process.env.CHROMIUM_PATH) {
    throw new SetUpError(`CHROMIUM_PATH names ${process.env.CHROMIUM_PATH}, which is not there.`);
  }
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    throw new SetUpError(
      "the end-to-end tests need a Chromium or Chrome. Install one (Debian: apt-get install chromium; macOS: Google Chrome), " +
        "or name its program in CHROMIUM_PATH, then run this again.",
    );
  }
  log("installing Chromium for the end-to-end tests …");
  const unattended = { DEBIAN_FRONTEND: "noninteractive" };
  const installed =
    (await run("apt-get", ["update"], unattended)) &&
    (await run("apt-get", ["install", "-y", "chromium"], unattended));
  if (!installed || !findChromium()) {
    throw new SetUpError(
      "Chromium could not be installed; install one by hand, or name its program in CHROMIUM_PATH.",
    );
  }
}
