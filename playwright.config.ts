import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { CHROMIUM_ARGS, findHeadlessChromium } from "./scripts/chromium.mjs";

/** They share an installation of their own, which takes long to start: one worker starts it once, and first. */
const OWN_INSTALLATION = /account-by-(google|mail)|buyer-(library|order-page)|creator-orders/;
const desk = { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 860 } };
const PORT = Number(process.env.E2E_PORT ?? 3199);
/** One folder per run: the workers, which load this file again, inherit it. */
process.env.E2E_DATA_DIR ??= makeDataFolder();

/** End-to-end tests of the built product in a real browser. */
export default defineConfig({
  testDir: "e2e/tests",
  fullyParallel: true,
  // Beside them run the API tests: on two cores a second page would only slow down the others.
  workers: Math.min(2, Math.ceil(availableParallelism() / 2)),
  forbidOnly: true,
  // A test that passes only the second time is reported as flaky: a busy machine must not look like a broken product.
  retries: 1,
  // Long enough that only a hang meets them, on a machine however busy.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: [["list"], ["json"]],
  use: {
    baseURL: `http://localhost:${PORT}`,
    // Recording every test took a fifth of their time.
    trace: "on-first-retry",
    // What fades in for a quarter of a second is waited for, and drawn sixty times a second; some files leave it so.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: findHeadlessChromium(),
      // Without a language set, it cannot name a downloaded file with letters beyond ASCII.
      env: { ...process.env, LC_ALL: "C.UTF-8" },
      args: [...CHROMIUM_ARGS],
    },
  },
  // The device sets the user agent of a real browser: a headless one is classified as a bot and not counted.
  projects: [
    { name: "own installation", testMatch: OWN_INSTALLATION, workers: 1, use: desk },
    { name: "desk", testIgnore: OWN_INSTALLATION, use: desk },
  ],
  webServer: {
    command: "node_modules/.bin/node dist/app/main.js",
    url: `http://localhost:${PORT}/readyz`,
    timeout: 600_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 60_000 },
    env: {
      PORT: String(PORT),
      DATA_DIR: process.env.E2E_DATA_DIR,
      // All tests send their requests from one IP, many a minute.
      RATE_LIMITS: "off",
      LOG_LEVEL: "warn",
      REPORTS: "on",
    },
  },
});

/** Deleted when this process exits, which is after the server has. */
function makeDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tessera-e2e-"));
  chmodSync(folder, 0o755);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
