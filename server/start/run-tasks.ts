import pLimit from "p-limit";
import type { Log } from "../platform/log/index.ts";
import type { Module } from "../platform/module.ts";

export type Tasks = NonNullable<Module["maintenance"]>;
/** The number of tasks that run at once. It is small, because tasks use the connections of requests. */
const IN_PARALLEL = 2;

/** Runs maintenance tasks, two at a time. Returns the names of the tasks that failed. */
export async function runTasks(tasks: Tasks, log: Pick<Log, "debug" | "warn">): Promise<string[]> {
  const started = performance.now();
  const failed: string[] = [];
  const runTask = async ([task, run]: [string, () => Promise<void>]) => {
    try {
      await run();
    } catch (error) {
      failed.push(task);
      log.warn({ err: error, task }, "maintenance task failed; retrying later");
    }
  };
  const limit = pLimit(IN_PARALLEL);
  await Promise.all(Object.entries(tasks).map((task) => limit(runTask, task)));
  log.debug({ ms: Math.round(performance.now() - started), failed }, "maintenance finished");
  return failed;
}
