import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

const hasPromtool = (() => {
  try {
    execFileSync("promtool", ["--version"]);
    return true;
  } catch {
    return false;
  }
})();

test.skipIf(!hasPromtool)("alerts: each fires in its test case, and none in the healthy ones", () => {
  const run = (...args: string[]) => execFileSync("promtool", args, { encoding: "utf8" });
  expect(run("check", "rules", "deploy/alerts.yml")).toMatch(/SUCCESS: \d+ rules found/);
  expect(run("test", "rules", "deploy/alert-cases.yml")).toContain("SUCCESS");
});
