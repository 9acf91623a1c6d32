/** The time, as an argument: tests move it, the product reads the machine's. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
