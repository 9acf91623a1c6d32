import { readFile } from "node:fs/promises";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";

const VERDICTS = {
  failed: "failed",
  flaky: "passed when tried again",
  skipped: "not run",
};

/** A test that failed, only passed on a retry, or did not run. */
const TestIssue = z.object({
  test: z.string(),
  reason: z.string(),
  verdict: z.enum(Object.keys(VERDICTS) as (keyof typeof VERDICTS)[]),
});
export type TestIssue = z.infer<typeof TestIssue>;

/** The result of a check, with its issues. */
const Result = z.object({
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  issues: z.array(TestIssue),
});
export type Result = z.infer<typeof Result>;

/** The result of one step of the test run. */
export type Outcome = Result & { name: string; seconds: number };

/** The numbers of a runner's tests by result. */
export type Counts = Omit<Result, "issues">;

export const onePassed: Result = { passed: 1, failed: 0, skipped: 0, issues: [] };
export const oneFailed: Result = { passed: 0, failed: 1, skipped: 0, issues: [] };
export const oneSkipped: Result = { passed: 0, failed: 0, skipped: 1, issues: [] };

/** The file for a runner's result. */
export function resultFile(): string {
  const file = process.env.TEST_RESULT_FILE;
  if (!file) throw new Error("TEST_RESULT_FILE must name the file for the result.");
  return file;
}

/** Reads the result of a runner, or undefined if it crashed first. */
export async function readResult(file: string): Promise<Result | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  return text === undefined ? undefined : Result.parse(JSON.parse(text));
}

export function addUp(all: Counts[]): Counts {
  const sum = (pick: (counts: Counts) => number) => all.reduce((total, counts) => total + pick(counts), 0);
  return { passed: sum((c) => c.passed), failed: sum((c) => c.failed), skipped: sum((c) => c.skipped) };
}

/** Returns the last line of a test run. External tools parse it. */
export function summarize({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

const maxReasonLines = 12;

/** Describes an issue in a few lines for the end of the output, because log viewers may cut off the beginning. */
export function describeIssue({ test, reason, verdict }: TestIssue): string {
  const lines = stripVTControlCharacters(reason)
    .trim()
    .split("\n")
    .filter((line) => !/^\s+at .*(node:|node_modules|<anonymous>)/.test(line))
    .slice(0, maxReasonLines);
  return [`${VERDICTS[verdict]}: ${test}`, ...lines.map((line) => `    ${line}`)].join("\n").trimEnd();
}
