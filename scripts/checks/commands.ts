import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { oneFailed, onePassed, type Result } from "./outcome.ts";
import type { ReadReport } from "./reports.ts";

/** Runs a command with its output shown, and returns whether it succeeded. */
export function runCommand(command: string[], extra: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const [file = "", ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...extra },
    });
    child.on("error", (error) => {
      console.error(`${file} could not be started: ${error.message}`);
      resolve(false);
    });
    child.on("close", (code) => resolve(code === 0));
  });
}

/** Runs a check that passes or fails as a whole. */
export async function runCheck(command: string[]): Promise<Result> {
  return (await runCommand(command)) ? onePassed : oneFailed;
}

/** Runs a test runner that writes a report; one that fails without a failed test in its report counts as one failure. */
export async function runRunner(options: {
  command: string[];
  environment: (report: string) => NodeJS.ProcessEnv;
  read: ReadReport;
}): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "tessera-report-"));
  const report = join(folder, "report.json");
  try {
    const succeeded = await runCommand(options.command, options.environment(report));
    const counts = await options.read(report);
    if (!counts) return oneFailed;
    return succeeded || counts.failed > 0 ? counts : { ...counts, failed: 1 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
