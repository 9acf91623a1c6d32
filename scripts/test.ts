import { delimiter, resolve } from "node:path";
import { parseArgs } from "node:util";
import { auditPackages } from "./checks/audit.ts";
import { bootOnce } from "./checks/boot.ts";
import { checkBrowserBaseline } from "./checks/browser-baseline.ts";
import { runCheck, runRunner } from "./checks/commands.ts";
import { addUp, describeIssue, type Outcome, oneFailed, type Result, summarise } from "./checks/outcome.ts";
import { readPlaywrightReport, readVitestReport } from "./checks/reports.ts";
import { startOutsidePostgres } from "./outside-postgres.ts";

const { values: flags } = parseArgs({ options: { "outside-postgres": { type: "boolean", default: false } } });
const wantsOutsidePostgres = flags["outside-postgres"] || process.env.CI === "true";

// With this PATH the installed tools are found, and run on the pinned Node.
process.env.PATH = [resolve("node_modules/.bin"), process.env.PATH].join(delimiter);

const steps: [name: string, run: () => Promise<Result>][] = [
  ["format and lint", () => runCheck(["biome", "check", "."])],
  ["types of the server", () => runCheck(["tsc", "-p", "tsconfig.server.json"])],
  ["types of the pages", () => runCheck(["tsc", "-p", "tsconfig.web.json"])],
  ["types of the end-to-end tests", () => runCheck(["tsc", "-p", "tsconfig.e2e.json"])],
  ["import rules", () => runCheck(["npm", "run", "--silent", "check:imports"])],
  ["unused code", () => runCheck(["knip"])],
  ["known vulnerabilities of packages", auditPackages],
  ["unit tests", () => runVitest(["--project", "unit"])],
  ["component tests", () => runVitest(["--project", "web"])],
  ["API tests", runApiTests],
  ["supported browsers", () => checkBrowserBaseline()],
  ["start of the built product", bootOnce],
  ["end-to-end tests in a browser", runEndToEndTests],
];

function runVitest(args: string[], extra: NodeJS.ProcessEnv = {}): Promise<Result> {
  return runRunner({
    command: [
      "vitest",
      "run",
      ...args,
      "--reporter=default",
      "--reporter=./scripts/checks/vitest-reporter.ts",
    ],
    environment: (report) => ({ ...extra, TEST_RESULT_FILE: report }),
    read: readVitestReport,
  });
}

function runEndToEndTests(): Promise<Result> {
  return runRunner({
    command: ["playwright", "test", "--reporter=list,json"],
    environment: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
    read: readPlaywrightReport,
  });
}

/** Runs the API tests on the oldest supported PostgreSQL in CI, and elsewhere on the bundled one: running both would take a third of the CI time. */
async function runApiTests(): Promise<Result> {
  const server = wantsOutsidePostgres ? await startOutsidePostgres() : undefined;
  if (!server) {
    if (wantsOutsidePostgres)
      console.log("This system has no PostgreSQL; on the one that the product brings.");
    return runVitest(["--project", "api"]);
  }
  console.log(`PostgreSQL ${server.version} of this system`);
  try {
    return await runVitest(["--project", "api"], { TEST_DATABASE_URL: server.url });
  } finally {
    await server.stop();
  }
}

async function runStep(name: string, run: () => Promise<Result>): Promise<Outcome> {
  console.log(`\n▶ ${name}`);
  const startedAt = performance.now();
  const result = await run().catch((error: unknown) => {
    console.error(error);
    return oneFailed;
  });
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`${result.failed > 0 ? "✗" : "✓"} ${name}: ${summarise(result)} (${seconds.toFixed(1)} s)`);
  return { ...result, name, seconds };
}

const outcomes: Outcome[] = [];
for (const [name, run] of steps) {
  outcomes.push(await runStep(name, run));
}

// Issues are repeated at the end, because the failures may be thousands of lines above.
for (const issue of outcomes.flatMap((outcome) => outcome.issues)) {
  console.log(`\n${describeIssue(issue)}`);
}

console.log("");
for (const { name, seconds, ...counts } of outcomes) {
  console.log(
    `${counts.failed > 0 ? "✗" : "✓"} ${seconds.toFixed(1).padStart(6)} s  ${name}: ${summarise(counts)}`,
  );
}
const total = addUp(outcomes);
console.log(`\n${summarise(total)}`);
process.exitCode = total.failed > 0 ? 1 : 0;
