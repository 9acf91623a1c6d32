import { availableParallelism } from "node:os";
import { delimiter, resolve } from "node:path";
import { inspect, parseArgs } from "node:util";
import pLimit from "p-limit";
import { auditPackages } from "./checks/audit.ts";
import { bootOnce } from "./checks/boot.ts";
import { checkBrowserBaseline } from "./checks/browser-baseline.ts";
import { type Print, runCheck, runRunner } from "./checks/commands.ts";
import { addUp, describeIssue, type Outcome, oneFailed, type Result, summarize } from "./checks/outcome.ts";
import { prepareTemporaryFolder } from "./checks/temporary-folder.ts";
import { startOutsidePostgres } from "./outside-postgres.ts";

const { values: flags } = parseArgs({
  options: {
    "outside-postgres": { type: "boolean", default: false },
    /** For work in progress: only tests that import a file changed in git, and no end-to-end tests. */
    changed: { type: "boolean", default: false },
  },
});
const wantsOutsidePostgres = flags["outside-postgres"] || process.env.CI === "true";

// This PATH finds the installed tools and runs them on the pinned Node.
process.env.PATH = [resolve("node_modules/.bin"), process.env.PATH].join(delimiter);

prepareTemporaryFolder();

const runVitest = (args: string[], extra: NodeJS.ProcessEnv = {}) =>
  runRunner(
    [
      ...["vitest", "run", ...args, "--reporter=default", "--reporter=./scripts/checks/vitest-reporter.ts"],
      ...(flags.changed ? ["--changed", "--passWithNoTests"] : []),
    ],
    extra,
  );

const runEndToEndTests = () =>
  runRunner(["playwright", "test", "--reporter=list,./scripts/checks/playwright-reporter.ts"]);

type Step = [name: string, run: (print: Print) => Promise<Result>];

/** As many run at a time as there are cores, minus one for the component tests. */
const checks: Step[] = [
  ["start of the built product", bootOnce],
  ["format and lint", (print) => runCheck(["biome", "check", "."], print)],
  ["types of the server", (print) => runCheck(["tsc", "-p", "tsconfig.server.json"], print)],
  ["types of the pages", (print) => runCheck(["tsc", "-p", "tsconfig.web.json"], print)],
  ["types of the end-to-end tests", (print) => runCheck(["tsc", "-p", "tsconfig.e2e.json"], print)],
  ["import rules", (print) => runCheck(["npm", "run", "--silent", "check:imports"], print)],
  ["unused code", (print) => runCheck(["knip"], print)],
  ["known vulnerabilities of packages", auditPackages],
  ["supported browsers", checkBrowserBaseline],
];

/** Two rows with equal work run at a time: each uses the other's waiting time. */
const afterChecks: Step[] = [
  ["unit tests", () => runVitest(["--project", "unit", "--project", "unit-vite"])],
  ["API tests", runApiTests],
];
const inBrowser: Step[] = [["component tests", () => runVitest(["--project", "web"])]];
if (!flags.changed) inBrowser.push(["end-to-end tests in a browser", runEndToEndTests]);

/** Runs the API tests on the oldest supported PostgreSQL in CI, and elsewhere on the bundled one: both would take a third of the CI time. */
async function runApiTests(): Promise<Result> {
  const server = wantsOutsidePostgres ? await startOutsidePostgres() : undefined;
  if (!server) {
    if (wantsOutsidePostgres) console.log("This system has no PostgreSQL. The tests use the bundled one.");
    return runVitest(["--project", "api"]);
  }
  console.log(`PostgreSQL ${server.version} of this system`);
  try {
    return await runVitest(["--project", "api"], { TEST_DATABASE_URL: server.url });
  } finally {
    await server.stop();
  }
}

async function runStep([name, run]: Step, print: Print): Promise<Outcome> {
  const startedAt = performance.now();
  const result = await run(print).catch((error: unknown) => {
    print(inspect(error));
    return oneFailed;
  });
  const seconds = (performance.now() - startedAt) / 1000;
  print(`${result.failed > 0 ? "✗" : "✓"} ${name}: ${summarize(result)} (${seconds.toFixed(1)} s)`);
  return { ...result, name, seconds };
}

/** Shows the output of a step once it has ended, so that parallel steps do not mix their lines. */
async function runBuffered(step: Step): Promise<Outcome> {
  const lines: string[] = [];
  const outcome = await runStep(step, (text) => void lines.push(text));
  console.log(lines.join("\n"));
  return outcome;
}

async function runInTurn(steps: Step[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const step of steps) {
    console.log(`\n▶ ${step[0]}`);
    outcomes.push(await runStep(step, console.log));
  }
  return outcomes;
}

async function runChecks(): Promise<Outcome[]> {
  console.log("▶ checks and a start of the built product");
  const atOnce = pLimit(Math.max(1, availableParallelism() - 1));
  return Promise.all(checks.map((step) => atOnce(runBuffered, step)));
}

const rows = [
  runChecks().then(async (done) => [...done, ...(await runInTurn(afterChecks))]),
  runInTurn(inBrowser),
];
const outcomes = (await Promise.all(rows)).flat();

// Issues are repeated at the end, because the failures may be thousands of lines above.
for (const issue of outcomes.flatMap((outcome) => outcome.issues)) {
  console.log(`\n${describeIssue(issue)}`);
}

console.log("");
for (const { name, seconds, ...counts } of outcomes) {
  console.log(
    `${counts.failed > 0 ? "✗" : "✓"} ${seconds.toFixed(1).padStart(6)} s  ${name}: ${summarize(counts)}`,
  );
}
const total = addUp(outcomes);
console.log(`\n${summarize(total)}`);
process.exitCode = total.failed > 0 ? 1 : 0;
