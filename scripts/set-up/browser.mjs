import { existsSync } from "node:fs";
import { findChromium } from "../chromium.mjs";
import { run } from "./run.mjs";
import { SetUpProblem, say } from "./say.mjs";

/** Makes sure that the journeys have a Chromium to run in. */
export async function ensureBrowser() {
  if (findChromium()) return;
  if (process.env.CHROMIUM_PATH) {
    throw new SetUpProblem(`CHROMIUM_PATH names ${process.env.CHROMIUM_PATH}, which is not there.`);
  }
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) {
    throw new SetUpProblem(
      "the journeys need a Chromium or Chrome. Install one (Debian: apt-get install chromium; macOS: Google Chrome), " +
        "or name its program in CHROMIUM_PATH, then run this again.",
    );
  }
  say("installing Chromium for the journeys …");
  const unattended = { DEBIAN_FRONTEND: "noninteractive" };
  const installed =
    (await run("apt-get", ["update"], unattended)) &&
    (await run("apt-get", ["install", "-y", "chromium"], unattended));
  if (!installed || !findChromium()) {
    throw new SetUpProblem(
      "Chromium could not be installed; install one by hand, or name its program in CHROMIUM_PATH.",
    );
  }
}
