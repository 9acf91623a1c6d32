import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const applications = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Chromium obeys the last such list only, so this one repeats what Playwright switches off. */
const DISABLED_FEATURES = [
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "TcpPortRandomizationWin",
  "ThirdPartyStoragePartitioning",
  // The menus of an address bar that nobody sees are pages of their own: half of the time that a new window takes.
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "WebUIOmniboxPopup",
];

/** Chromium opens no connections by itself with these; tests run as root in containers, where its sandbox does not start. */
export const CHROMIUM_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${DISABLED_FEATURES.join(",")}`,
];

/** Returns the browser in CHROMIUM_PATH, or else the first that is installed. */
export function findChromium() {
  return find(["/usr/bin/chromium", ...onPath(names), ...applications]);
}

/** Returns Chromium without the windows of a desktop, which needs a fifth less processor time, or the whole browser where only that is installed. */
export function findHeadlessChromium() {
  return find(onPath(["chromium-headless-shell"])) ?? findChromium();
}

/** @param {string[]} programs */
function find(programs) {
  return (process.env.CHROMIUM_PATH ? [process.env.CHROMIUM_PATH] : programs).find(isProgram);
}

/** @param {string[]} programs */
function onPath(programs) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return programs.flatMap((program) => folders.map((folder) => join(folder, program)));
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
