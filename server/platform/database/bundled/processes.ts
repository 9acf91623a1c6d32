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

// In a container whose first process does not reap children, processes that have exited stay listed as zombies.
function isZombie(pid: number): boolean {
  if (process.platform !== "linux") return false;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return /^ [ZX]/.test(stat.slice(stat.lastIndexOf(")") + 1));
  } catch {
    return false;
  }
}

/** Returns whether this folder is the working directory of a process; undefined where the system does not report it. */
export function hasCwd(pid: number, folder: string): boolean | undefined {
  try {
    const expected = statSync(folder);
    const actual = statSync(`/proc/${pid}/cwd`);
    return actual.dev === expected.dev && actual.ino === expected.ino;
  } catch {
    return undefined;
  }
}

// The server's environment contains neither the product's secrets nor PG* variables, which would change its behaviour.
export function minimalEnv(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
}

export type Outcome = { code: number | undefined; stdout: string; stderr: string };

/** Runs a short program and returns its output; a program that cannot be started has no exit code. */
export function runProcess(runAs: RunAs, command: string[]): Promise<Outcome> {
  const [file = "", ...args] = [...runAs.wrap, ...command];
  return new Promise((resolve) => {
    const outcome: Outcome = { code: undefined, stdout: "", stderr: "" };
    const child = spawn(file, args, {
      ...runAs.spawnAs,
      cwd: "/",
      env: minimalEnv(),
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
