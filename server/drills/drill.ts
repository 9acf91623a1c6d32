import { execFileSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";

/** How long load lasts in drills that have no other end, in seconds. */
export const SECONDS = Number(process.env.DRILL_SECONDS ?? 30);
/** How long each client of the soak pauses after a round of work, in seconds: a long soak needs no full load. */
export const PAUSE = Number(process.env.DRILL_PAUSE ?? 0);
/** How often a process is killed. */
export const KILLS = Number(process.env.DRILL_KILLS ?? 5);
/** How often a node is stopped and started; the nodes take turns. */
export const RESTARTS = Number(process.env.DRILL_RESTARTS ?? 2);

/** The folder of the release before, with its packages and pages; nodes are upgraded from it. */
export const PREVIOUS = process.env.DRILL_FROM;
/** The events that an installation has when it is upgraded. */
export const EVENTS = Number(process.env.DRILL_EVENTS ?? 5_000_000);

/** Prints what a drill has seen; its verdict is the test's. */
export function observed(text: string): void {
  process.stdout.write(`    ${text}\n`);
}

/** Returns whether a program is installed on this machine. */
export function isInstalled(program: string): boolean {
  try {
    execFileSync("sh", ["-c", `command -v ${program}`], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Returns the seconds until `check` is true. */
export async function secondsUntil(check: () => Promise<boolean>, limitSeconds: number): Promise<number> {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  while (!(await check().catch(() => false))) {
    await delay(20);
    if (seconds() > limitSeconds) throw new Error(`not within ${limitSeconds} s`);
  }
  return seconds();
}
