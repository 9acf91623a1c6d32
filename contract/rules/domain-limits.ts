/** Limits of creators' own domains. */
export const domainLimits = {
  /** A domain as typed, which may have a scheme or be too long. */
  text: { max: 600 },
  /** Domains of one creator, with those that are not proven. */
  ofCreator: { max: 10 },
  /** Days without the record of its proof after which a domain is paused. */
  pausedAfterDays: 7,
} as const;
