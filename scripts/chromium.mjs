import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const applications = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Chromium obeys only the last such list, so this one repeats Playwright's. */
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
  // The menus of an invisible address bar are pages of their own: half of the time of a new window.
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "WebUIOmniboxPopup",
];

/** Prevents background connections. Tests run as root in containers, where Chromium's sandbox does not start. */
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

/** Returns the browser in CHROMIUM_PATH, or the first installed one. */
export function findChromium() {
  return find(["/usr/bin/chromium", ...onPath(names), ...applications]);
}

/** Returns Chromium without desktop windows, which needs a fifth less processor time, or the whole browser if only that is installed. */
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
