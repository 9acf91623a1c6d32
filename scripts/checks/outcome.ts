import { stripVTControlCharacters } from "node:util";

/** How many tests of a runner went which way. */
export type Counts = { passed: number; failed: number; skipped: number };

/** A test that failed, or failed first and passed when it was tried again. */
export type TestIssue = { test: string; reason: string; flaky: boolean };

/** What a check came to, with what went wrong in it. */
export type Result = Counts & { troubles: TestIssue[] };

/** What one step of the test run came to. */
export type Outcome = Result & { name: string; seconds: number };

export const onePassed: Result = { passed: 1, failed: 0, skipped: 0, troubles: [] };
export const oneFailed: Result = { passed: 0, failed: 1, skipped: 0, troubles: [] };

export function addUp(all: Counts[]): Counts {
  const sum = (pick: (counts: Counts) => number) => all.reduce((total, counts) => total + pick(counts), 0);
  return { passed: sum((c) => c.passed), failed: sum((c) => c.failed), skipped: sum((c) => c.skipped) };
}

/** The last line of a test run; outside tools read it. */
export function summarise({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

const linesOfReason = 12;

/** A trouble in a few lines, for the end of an output of which only the end may be kept. */
export function describeTrouble({ test, reason, flaky }: TestIssue): string {
  const lines = stripVTControlCharacters(reason)
    .trim()
    .split("\n")
    .filter((line) => !/^\s+at .*(node:|node_modules|<anonymous>)/.test(line))
    .slice(0, linesOfReason);
  const verdict = flaky ? "passed when tried again" : "failed";
  return [`${verdict}: ${test}`, ...lines.map((line) => `    ${line}`)].join("\n");
}
