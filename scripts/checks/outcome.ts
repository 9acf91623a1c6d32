import { stripVTControlCharacters } from "node:util";

/** The numbers of a runner's tests by result. */
export type Counts = { passed: number; failed: number; skipped: number };

/** A test that failed, or that passed only on a retry. */
export type TestIssue = { test: string; reason: string; flaky: boolean };

/** The result of a check, with its issues. */
export type Result = Counts & { issues: TestIssue[] };

/** The result of one step of the test run. */
export type Outcome = Result & { name: string; seconds: number };

export const onePassed: Result = { passed: 1, failed: 0, skipped: 0, issues: [] };
export const oneFailed: Result = { passed: 0, failed: 1, skipped: 0, issues: [] };
export const oneSkipped: Result = { passed: 0, failed: 0, skipped: 1, issues: [] };

export function addUp(all: Counts[]): Counts {
  const sum = (pick: (counts: Counts) => number) => all.reduce((total, counts) => total + pick(counts), 0);
  return { passed: sum((c) => c.passed), failed: sum((c) => c.failed), skipped: sum((c) => c.skipped) };
}

/** Returns the last line of a test run; external tools parse it. */
export function summarize({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

const maxReasonLines = 12;

/** Describes an issue in a few lines for the end of the output, since log viewers may cut off the beginning. */
export function describeIssue({ test, reason, flaky }: TestIssue): string {
  const lines = stripVTControlCharacters(reason)
    .trim()
    .split("\n")
    .filter((line) => !/^\s+at .*(node:|node_modules|<anonymous>)/.test(line))
    .slice(0, maxReasonLines);
  const verdict = flaky ? "passed when tried again" : "failed";
  return [`${verdict}: ${test}`, ...lines.map((line) => `    ${line}`)].join("\n");
}
