import { expect, test } from "vitest";
import { runTasks } from "./run-tasks.ts";

const log = { debug() {}, warn() {} };

test("runs two tasks at a time, and all of them when some fail", async () => {
  let running = 0;
  let most = 0;
  const ended: string[] = [];
  const names = Array.from({ length: 9 }, (_, index) => `task ${index}`);
  const task = (name: string) => async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    ended.push(name);
    if (name === "task 3") throw new Error("broken");
  };
  const failed = await runTasks(Object.fromEntries(names.map((name) => [name, task(name)])), log);
  expect([most, failed, ended]).toEqual([2, ["task 3"], names]);
});
