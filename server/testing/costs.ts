import { expect } from "vitest";

/** Returns the milliseconds of the fastest of three calls. A busy machine may slow down the others. */
export async function fastestOf(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < 3; count++) {
    const startedAt = performance.now();
    await call();
    times.push(performance.now() - startedAt);
  }
  return Math.min(...times);
}

/**
 * Returns the milliseconds of processor time that a call takes in this process. Other work on the machine
 * hardly changes it.
 */
export async function cpuTimeOf(call: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Cheaper calls are not compared, because other work of the process outweighs the difference. */
const COMPARED_FROM_MS = 50;
/** With four times the input, linear work takes four times as long, and quadratic work sixteen times. */
const MAX_GROWTH = 12;
const ATTEMPTS = 5;

/**
 * Fails if the processor time of a call grows faster than linearly between a quarter of its input and all of
 * it.
 */
export async function expectLinear(call: (share: 0.25 | 1) => unknown, shown: string): Promise<void> {
  let growth = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && growth > MAX_GROWTH; attempt++) {
    const whole = await cpuTimeOf(() => call(1));
    if (whole < COMPARED_FROM_MS) return;
    growth = Math.min(growth, whole / (await cpuTimeOf(() => call(0.25))));
  }
  expect(growth, `${shown}: growth of the processor time`).toBeLessThan(MAX_GROWTH);
}
