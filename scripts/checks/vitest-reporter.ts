import { writeFile } from "node:fs/promises";
import type { SerializedError, TestModule } from "vitest/node";
import { type Result, resultFile, type TestIssue } from "./outcome.ts";

type Failure = { message: string; stack?: string | undefined };

/** Writes the result of a Vitest run. Vitest's JSON report lacks errors outside tests, and tests that passed on a retry. */
export default class ResultReporter {
  async onTestRunEnd(modules: readonly TestModule[], outside: readonly SerializedError[]): Promise<void> {
    await writeFile(resultFile(), JSON.stringify(sumUp(modules, outside)));
  }
}

function sumUp(modules: readonly TestModule[], outside: readonly SerializedError[]): Result {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const countOf = (state: string) => tests.filter((test) => test.result().state === state).length;
  const around = [
    ...modules.flatMap((module) => module.errors().map((error) => tell(module.relativeModuleId, error))),
    // If a hook fails, the tests of its suite do not run and have no result.
    ...modules.flatMap((module) =>
      [...module.children.allSuites()].flatMap((suite) =>
        suite.errors().map((error) => tell(`${module.relativeModuleId} › ${suite.fullName}`, error)),
      ),
    ),
    ...outside.map((error) => tell("outside every test", error)),
  ];
  const inTests = tests.flatMap((test) => {
    const { state, errors } = test.result();
    const verdict = verdictOf(state, test.diagnostic()?.flaky === true);
    if (verdict === undefined) return [];
    return [{ ...tell(`${test.module.relativeModuleId} › ${test.fullName}`, errors?.[0]), verdict }];
  });
  return {
    passed: countOf("passed"),
    failed: countOf("failed") + around.length,
    skipped: countOf("skipped") + countOf("pending"),
    issues: [...inTests, ...around],
  };
}

function verdictOf(state: string, isFlaky: boolean): TestIssue["verdict"] | undefined {
  if (state === "failed") return "failed";
  if (state === "skipped" || state === "pending") return "skipped";
  return isFlaky ? "flaky" : undefined;
}

function tell(test: string, error: Failure | undefined): TestIssue {
  return { test, reason: error?.stack ?? error?.message ?? "", verdict: "failed" };
}
