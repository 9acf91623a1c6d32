/** Imports of an account within a day, and days for which their results are shown. */
export const IMPORTS_PER_DAY = 5;
export const IMPORT_DAYS = 30;
/** Bounds of an archive, so that its entries fit in memory and its texts are read in seconds. */
export const ARCHIVE_LIMITS = {
  entries: 20_000,
  /** ZIP entries for each entry of the archive: systems that pack a folder add their own. */
  entriesWithJunk: 3,
  /** Unpacked bytes: of page, README and schema; of a list; of a list that grows with each reader or order; of all texts together. */
  pageBytes: 256 * 1024,
  listBytes: 32 * 1024 * 1024,
  longListBytes: 128 * 1024 * 1024,
  textBytes: 512 * 1024 * 1024,
  lineBytes: 512 * 1024,
  /** Bytes of the manifest for each entry. */
  manifestEntryBytes: 256,
  /** The latest sent emails to import; earlier ones are left out. */
  sentEmails: 500,
  /** Audience members to import; further ones are left out. */
  audience: 200_000,
  /** Audience members to read. */
  audienceRows: 1_000_000,
} as const;
