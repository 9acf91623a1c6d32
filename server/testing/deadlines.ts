/** A deadline that only a hang exceeds, however busy the machine is. */
export const UNTIL_HANG = { timeout: 180_000, interval: 20 };
