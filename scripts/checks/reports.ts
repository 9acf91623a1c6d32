import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { Result, TestIssue } from "./outcome.ts";

const vitestReport = z.object({
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  issues: z.array(z.object({ test: z.string(), reason: z.string(), flaky: z.boolean() })),
});

const playwrightSuite = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      line: z.number(),
      tests: z.array(
        z.object({
          projectName: z.string(),
          status: z.string(),
          results: z.array(z.object({ errors: z.array(z.object({ message: z.string().optional() })) })),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  suites: z.array(playwrightSuite),
  errors: z.array(z.object({ message: z.string().optional() })),
});

/** Reads a runner's report; undefined when it crashed before writing one. */
export type ReadReport = (file: string) => Promise<Result | undefined>;

export const readVitestReport: ReadReport = (file) => parseFile(file, vitestReport);

export const readPlaywrightReport: ReadReport = async (file) => {
  const report = await parseFile(file, playwrightReport);
  if (!report) return undefined;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return {
    passed: expected + flaky,
    failed: unexpected + report.errors.length,
    skipped,
    issues: [
      ...report.suites.flatMap(findPlaywrightTroubles),
      ...report.errors.map(({ message = "" }) => ({
        test: "the run as a whole",
        reason: message,
        flaky: false,
      })),
    ],
  };
};

function findPlaywrightTroubles(suite: z.infer<typeof playwrightSuite>): TestIssue[] {
  const own = suite.specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ projectName, status, results }) => ({
        test: `[${projectName}] ${file}:${line} › ${title}`,
        reason: results.flatMap(({ errors }) => errors)[0]?.message ?? "",
        flaky: status === "flaky",
      })),
  );
  return [...own, ...(suite.suites ?? []).flatMap(findPlaywrightTroubles)];
}

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
