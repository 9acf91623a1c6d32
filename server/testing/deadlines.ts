/** Ends a wait that only a hang reaches, on a machine however busy. */
export const UNTIL_HANG = { timeout: 180_000, interval: 20 };
