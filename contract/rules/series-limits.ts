/** Limits of series of single-use codes. */
export const seriesLimits = {
  name: { max: 100 },
  codes: { max: 500 },
  /** The part before the random characters of each code. */
  prefix: { max: 20 },
} as const;

/** The maximum number of series of a creator. It bounds the cost of their list. */
export const MAX_SERIES = 20;
