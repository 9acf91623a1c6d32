import { writeFileSync } from "node:fs";
import type { FullConfig, Reporter, Suite, TestCase, TestError } from "@playwright/test/reporter";
import { resultFile, type TestIssue } from "./outcome.ts";

/** Writes the result of a Playwright run in the format of the other runners. */
export default class ResultReporter implements Reporter {
  #tests: TestCase[] = [];
  #outside: TestIssue[] = [];

  printsToStdio = () => false;

  onBegin(_config: FullConfig, suite: Suite) {
    this.#tests = suite.allTests();
  }

  onError({ message = "" }: TestError) {
    this.#outside.push({ test: "the run as a whole", reason: message, verdict: "failed" });
  }

  onEnd() {
    const withOutcome = (outcome: ReturnType<TestCase["outcome"]>) =>
      this.#tests.filter((test) => test.outcome() === outcome);
    const [failed, flaky, skipped] = [
      withOutcome("unexpected"),
      withOutcome("flaky"),
      withOutcome("skipped"),
    ];
    const tellAs = (verdict: TestIssue["verdict"]) => (test: TestCase) => ({
      test: test.titlePath().filter(Boolean).join(" › "),
      reason: test.results.flatMap(({ errors }) => errors)[0]?.message ?? "",
      verdict,
    });
    const result = {
      passed: withOutcome("expected").length + flaky.length,
      failed: failed.length + this.#outside.length,
      skipped: skipped.length,
      issues: [
        ...failed.map(tellAs("failed")),
        ...flaky.map(tellAs("flaky")),
        ...skipped.map(tellAs("skipped")),
        ...this.#outside,
      ],
    };
    writeFileSync(resultFile(), JSON.stringify(result));
  }
}
