import { defineConfig } from "@playwright/test";
import endToEnd from "./playwright.config.ts";

/** A smoke test in browsers that Playwright's Chromium says nothing about; they are driven by their own protocols. */
export default defineConfig({
  ...endToEnd,
  testDir: "e2e/browsers",
  workers: 1,
  retries: 0,
  reporter: "list",
  projects: [{ name: "firefox" }, { name: "webkit" }],
});
