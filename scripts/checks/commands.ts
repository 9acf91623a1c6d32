import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { oneFailed, onePassed, type Result, readResult } from "./outcome.ts";

/** Runs a command and returns whether it succeeded. Shows its output in whole lines, because other commands may write at the same time. */
export function runCommand(command: string[], extra: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const [file = "", ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...extra },
    });
    createInterface(child.stdout).on("line", (line) => console.log(line));
    createInterface(child.stderr).on("line", (line) => console.error(line));
    child.on("error", (error) => {
      console.error(`${file} could not be started: ${error.message}`);
      resolve(false);
    });
    child.on("close", (code) => resolve(code === 0));
  });
}

/** Shows lines of a step of the test run. */
export type Print = (text: string) => void;

/** Runs a check that passes or fails as a whole, and prints its output once it has ended. */
export async function runCheck([file = "", ...args]: string[], print: Print): Promise<Result> {
  const child = spawn(file, args, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
  }
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  if (output.trim() !== "") print(output.trimEnd());
  return code === 0 ? onePassed : oneFailed;
}

/** Runs a test runner whose reporter writes a result. A failure without a failed test in its report counts as one failure. */
export async function runRunner(command: string[], extra: NodeJS.ProcessEnv = {}): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "tessera-report-"));
  const report = join(folder, "report.json");
  try {
    const succeeded = await runCommand(command, { ...extra, TEST_RESULT_FILE: report });
    const counts = await readResult(report);
    if (!counts) return oneFailed;
    return succeeded || counts.failed > 0 ? counts : { ...counts, failed: 1 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
