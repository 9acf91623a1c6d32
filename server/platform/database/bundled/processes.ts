import { spawn } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import type { RunAs } from "./options.ts";

export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  return !isZombie(pid);
}

// In a container whose first process collects nobody's children, the dead stay listed for ever.
function isZombie(pid: number): boolean {
  if (process.platform !== "linux") return false;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return /^ [ZX]/.test(stat.slice(stat.lastIndexOf(")") + 1));
  } catch {
    return false;
  }
}

/** Whether a process works in this folder; undefined where the system does not tell. */
export function worksIn(pid: number, folder: string): boolean | undefined {
  try {
    const wanted = statSync(folder);
    const actual = statSync(`/proc/${pid}/cwd`);
    return actual.dev === wanted.dev && actual.ino === wanted.ino;
  } catch {
    return undefined;
  }
}

// Our secrets stay out of the database's environment, and PG* variables meant for others stay out of its way.
export function plainEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
}

export type Outcome = { code: number | undefined; stdout: string; stderr: string };

/** Runs a short program to its end; a program that cannot be started is an outcome too. */
export function runToEnd(runAs: RunAs, command: string[]): Promise<Outcome> {
  const [file = "", ...args] = [...runAs.wrap, ...command];
  return new Promise((resolve) => {
    const outcome: Outcome = { code: undefined, stdout: "", stderr: "" };
    const child = spawn(file, args, {
      ...runAs.spawnAs,
      cwd: "/",
      env: plainEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.on("data", (chunk) => {
      outcome.stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      outcome.stderr += chunk;
    });
    child.on("error", (error) => resolve({ ...outcome, stderr: error.message }));
    child.on("close", (code) => resolve({ ...outcome, code: code ?? undefined }));
  });
}
