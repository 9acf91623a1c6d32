import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { CHROMIUM_ARGS, findHeadlessChromium } from "./scripts/chromium.mjs";

/** As in the end-to-end tests: a test that passes only the second time is named at the end, because a busy machine must not look like a broken product. */
const retry = 1;

const execArgv = [
  // With Node's default of 16 MiB, a sixth of the API tests' processor time is spent on moving young objects.
  "--max-semi-space-size=64",
  // Without it each worker parses drizzle's package.json a few hundred times.
  "--import=./server/testing/resolve-hook.ts",
];

/** Long enough that only a hang meets them, on a machine however busy. */
const untilHang = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 180_000 } } };

/** No file changes what others see, and those of the API have databases of their own: reading the code again for each took a third of the time. */
const inOneProcess = { isolate: false, execArgv, ...untilHang, retry };

/** Node itself reads the code, as in production: transforming it took a tenth of the time of the unit tests. Modules cannot be replaced then. */
const native = { viteModuleRunner: false, nodeLoader: false };

const IN_OTHER_LETTERS = "web/app/untranslated-console.browser.test.tsx";

/** `unit` and `unit-vite`: rules and adapters. `api`: the real application on a real PostgreSQL. `web`: components in a real browser. */
export default defineConfig({
  test: {
    // The report of a run shows only the first line of a failure, which by default names no value of a list.
    chaiConfig: { truncateThreshold: 600 },
    // A third of the time of the API tests is waiting for leases, retries and other processes, while two suites run at a time.
    // More workers would load the same code more often.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: "unit",
          include: ["{contract,server,scripts}/**/*.test.ts"],
          exclude: ["**/*.api.test.ts", "**/*.mocked.test.ts", "**/node_modules/**"],
          ...inOneProcess,
          experimental: native,
        },
      },
      {
        test: {
          // Those that need JSX, or another module in the place of one.
          name: "unit-vite",
          include: ["web/**/*.test.{ts,tsx}", "server/**/*.mocked.test.ts"],
          exclude: ["**/*.browser.test.tsx", "**/node_modules/**"],
          ...inOneProcess,
        },
      },
      {
        test: {
          name: "api",
          include: ["{server,scripts}/**/*.api.test.ts"],
          globalSetup: ["server/testing/database.ts"],
          ...inOneProcess,
          execArgv: [...execArgv, "--import=./server/testing/argon2-resolve-hook.ts"],
          experimental: native,
        },
      },
      {
        plugins: [react(), tailwindcss()],
        // Dependencies found during a run would reload the page under a test.
        optimizeDeps: {
          include: ["react/jsx-dev-runtime", "react-dom/client", "react-dom/server", "vitest-browser-react"],
        },
        test: {
          name: "web",
          include: ["web/**/*.browser.test.tsx"],
          // Loading the code of the console again for each file took a third of the time; `web/testing/setup.ts` ends what a file leaves.
          isolate: false,
          setupFiles: ["web/testing/setup.ts"],
          maxWorkers: "50%",
          testTimeout: 180_000,
          retry,
          expect: { poll: { timeout: 30_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 860 },
            provider: playwright({
              launchOptions: {
                executablePath: findHeadlessChromium(),
                // A click waits for several frames: at 60 a second, that was a quarter of its time.
                args: [...CHROMIUM_ARGS, "--disable-frame-rate-limit", "--disable-gpu-vsync"],
              },
            }),
            instances: [
              { browser: "chromium", name: "web (chromium)", exclude: [IN_OTHER_LETTERS] },
              // The texts of a module are translated when it is evaluated, so this file has a window of its own.
              { browser: "chromium", name: "web (other letters)", include: [IN_OTHER_LETTERS] },
            ],
          },
        },
      },
    ],
  },
});
