import { defineConfig } from "vitest/config";

/** `unit`: rules and adapters. `api`: the real application on a real PostgreSQL. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["{contract,server,web,scripts}/**/*.test.{ts,tsx}"],
          exclude: ["**/*.api.test.ts", "**/node_modules/**"],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: "api",
          include: ["server/**/*.api.test.ts"],
          globalSetup: ["server/testing/database.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
