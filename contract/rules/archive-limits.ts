/** Archives that an account may take in within a day, and days for which it sees what came of them. */
export const IMPORTS_PER_DAY = 5;
export const IMPORT_DAYS = 30;
/** What an archive may have, so that its list can be held in memory and its texts be read in seconds. */
export const ARCHIVE_LIMITS = {
  entries: 20_000,
  /** In bytes, unpacked: a list, one that grows with every reader or order, and all texts together. */
  listBytes: 32 * 1024 * 1024,
  longListBytes: 128 * 1024 * 1024,
  textBytes: 512 * 1024 * 1024,
  lineBytes: 512 * 1024,
  /** Emails that were sent; earlier ones are left out. */
  sentEmails: 500,
  /** Emails of an audience; further ones are left out. */
  audience: 200_000,
} as const;
