import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { CHROMIUM_ARGS, findChromium } from "./scripts/chromium.mjs";

const PORT = Number(process.env.JOURNEY_PORT ?? 3199);
/** One folder a run; the workers, which read this file again, are told of it. */
process.env.JOURNEY_DATA_DIR ??= makeDataFolder();

/** Journeys through the built product in a real browser. */
export default defineConfig({
  testDir: "e2e/journeys",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // A journey that passes only the second time is told as flaky: a crowded machine must not look like a broken product.
  retries: 1,
  // The longest look at a screen in every state with axe: half a minute, two on a crowded machine.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ["json"]],
  use: {
    baseURL: `http://localhost:${PORT}`,
    // Recording every journey took a fifth of their time.
    trace: "on-first-retry",
    launchOptions: {
      executablePath: findChromium(),
      // Without a language set, it cannot name a downloaded file with letters beyond ASCII.
      env: { ...process.env, LC_ALL: "C.UTF-8" },
      args: [...CHROMIUM_ARGS],
    },
  },
  // The devices bring the names of real browsers: a headless one is taken for a robot and not counted.
  projects: [
    { name: "desk", use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 860 } } },
    {
      name: "phone",
      use: { ...devices["Pixel 7"], viewport: { width: 360, height: 740 } },
      grep: /@phone/,
    },
  ],
  webServer: {
    command: "node_modules/.bin/node server/main.ts",
    url: `http://localhost:${PORT}/readyz`,
    timeout: 60_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 12_000 },
    env: {
      PORT: String(PORT),
      DATA_DIR: process.env.JOURNEY_DATA_DIR,
      // Journeys come from one address, many a minute.
      RATE_LIMITS: "off",
      LOG_LEVEL: "warn",
    },
  },
});

/** Gone again when this process ends, which is after the server has. */
function makeDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tessera-journeys-"));
  chmodSync(folder, 0o755);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
