import { expect, test } from "vitest";
import { describeIssue } from "./outcome.ts";

test("reports a failure by name, without colours and stack frames of the runner", () => {
  const reason = [
    "\u001b[31mError: late\u001b[39m",
    "    at ask (/somewhere/server/ask.test.ts:4:1)",
    "    at file:///somewhere/node_modules/runner/index.js:1:1",
    "    at node:internal/timers:1:1",
    "    at new Promise (<anonymous>)",
  ].join("\n");
  expect(describeIssue({ test: "server/ask.test.ts › asks", reason, verdict: "failed" })).toBe(
    "failed: server/ask.test.ts › asks\n    Error: late\n        at ask (/somewhere/server/ask.test.ts:4:1)",
  );
});

test("reports a test that passed on a retry, and one that did not run", () => {
  expect(describeIssue({ test: "asks", reason: "", verdict: "flaky" })).toBe("passed when tried again: asks");
  expect(describeIssue({ test: "asks", reason: "", verdict: "skipped" })).toBe("not run: asks");
});
