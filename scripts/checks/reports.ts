import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { Counts } from "./outcome.ts";

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(z.unknown()),
});

/** Reads a runner's report; undefined when it crashed before writing one. */
export type ReadReport = (file: string) => Promise<Counts | undefined>;

export const readVitestReport: ReadReport = async (file) => {
  const report = await parseFile(file, vitestReport);
  if (!report) return undefined;
  // A file that cannot even be loaded has no failed test of its own.
  const broken = report.testResults.filter(
    (result) =>
      result.status === "failed" && !result.assertionResults.some((test) => test.status === "failed"),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
};

export const readPlaywrightReport: ReadReport = async (file) => {
  const report = await parseFile(file, playwrightReport);
  if (!report) return undefined;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected + flaky, failed: unexpected + report.errors.length, skipped };
};

async function parseFile<T>(file: string, schema: z.ZodType<T>): Promise<T | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    console.error(`The report ${file} could not be read.`, error);
    return undefined;
  }
}
