/** Returns the milliseconds of the fastest of three calls: what a crowded machine adds to the others is not the product's. */
export async function fastestOf(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < 3; count++) {
    const startedAt = performance.now();
    await call();
    times.push(performance.now() - startedAt);
  }
  return Math.min(...times);
}

/** Returns the milliseconds of processor time that this process takes for a call, which other work on the machine hardly changes. */
export async function cpuTimeOf(call: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
