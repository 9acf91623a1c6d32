/** The current time as a dependency: tests set it, the product uses the system clock. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
