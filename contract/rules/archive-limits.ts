/** The maximum imports of an account within a day, and the days for which their results are shown. */
export const IMPORTS_PER_DAY = 5;
export const IMPORT_DAYS = 30;
/** Bounds of an archive, so that its entries fit in memory and its texts are read in seconds. */
export const ARCHIVE_LIMITS = {
  entries: 20_000,
  /** The maximum number of ZIP entries for each entry of the archive. It is above 1, because systems that pack a folder add their own entries. */
  entriesWithJunk: 3,
  /** The maximum unpacked bytes of page, README and schema, of a list, of a list that grows with each reader or order, and of all texts together. */
  pageBytes: 256 * 1024,
  listBytes: 32 * 1024 * 1024,
  longListBytes: 128 * 1024 * 1024,
  textBytes: 512 * 1024 * 1024,
  lineBytes: 512 * 1024,
  /** Bytes of the manifest for each entry. */
  manifestEntryBytes: 256,
  /** The number of latest sent emails to import. Earlier emails are left out. */
  sentEmails: 500,
  /** The number of audience members to import. Further members are left out. */
  audience: 200_000,
  /** The number of audience members to read. */
  audienceRows: 1_000_000,
} as const;
