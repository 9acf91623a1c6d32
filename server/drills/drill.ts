import { execFileSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";

/** The seconds of load in drills that end by time. */
export const SECONDS = Number(process.env.DRILL_SECONDS ?? 30);
/** The seconds that each client of the soak pauses after a round of work. A long soak needs no full load. */
export const PAUSE = Number(process.env.DRILL_PAUSE ?? 0);
/** The number of times that a process is killed. */
export const KILLS = Number(process.env.DRILL_KILLS ?? 5);
/** The number of times that a node is stopped and started. The nodes take turns. */
export const RESTARTS = Number(process.env.DRILL_RESTARTS ?? 2);

/** The folder of the previous release, with its packages and pages. Nodes are upgraded from it. */
export const PREVIOUS = process.env.DRILL_FROM;
/** The number of events in an installation before its upgrade. */
export const EVENTS = Number(process.env.DRILL_EVENTS ?? 5_000_000);

/** Prints an observation of a drill. The test gives the verdict. */
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

/**
 * Reads the metrics of a running product. Returns a function that sums up all series of one metric, or
 * returns NaN if the scrape has none.
 */
export async function readMetrics({ url }: { url: string }): Promise<(name: string) => number> {
  const lines = (await (await fetch(`${url}/metrics`)).text()).split("\n");
  return (name) => {
    const found = lines.filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
    const values = found.map((line) => Number(line.slice(line.lastIndexOf(" "))));
    return values.length > 0 ? values.reduce((sum, value) => sum + value) : Number.NaN;
  };
}

/** Counts the jobs that are waiting, or in the given states. */
export async function countJobs(url: string, states = "waiting"): Promise<number> {
  const figures = await (await fetch(`${url}/metrics`)).text();
  const counts = [
    ...figures.matchAll(new RegExp(`^tessera_jobs{queue="[^"]+",state="(?:${states})"} (\\d+)$`, "gm")),
  ];
  return counts.reduce((sum, [, count]) => sum + Number(count), counts.length > 0 ? 0 : Number.NaN);
}

export const isReady = async ({ url }: { url: string }): Promise<boolean> =>
  (await fetch(`${url}/readyz`)).ok;

/** Returns the messages of errors, except from requests with status 503. */
export const otherThan503 = (errors: readonly Error[]): string[] =>
  errors.map(({ message }) => message).filter((message) => !/: 503 /.test(message));

/** Repeats the work until the returned function is called. */
export function repeat(work: () => Promise<unknown>): () => Promise<void> {
  let isOver = false;
  const repeating = (async () => {
    while (!isOver) await work();
  })();
  return async () => {
    isOver = true;
    await repeating;
  };
}

/** Waits until `check` is true. Returns the seconds that it took. */
export async function secondsUntil(check: () => Promise<boolean>, limitSeconds: number): Promise<number> {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  while (!(await check().catch(() => false))) {
    await delay(20);
    if (seconds() > limitSeconds) throw new Error(`not within ${limitSeconds} s`);
  }
  return seconds();
}
