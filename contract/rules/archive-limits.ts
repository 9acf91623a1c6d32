/** Archives that an account may take in within a day, and days for which it sees what came of them. */
export const IMPORTS_PER_DAY = 5;
export const IMPORT_DAYS = 30;
/** Bounds of an archive, so that its entries are held in memory and its texts are read in seconds. */
export const ARCHIVE_LIMITS = {
  entries: 20_000,
  /** Entries of the ZIP file for each entry of the archive: systems that pack a folder add their own. */
  entriesWithJunk: 3,
  /** In bytes, unpacked: the page, README and schema, a list, a list that grows with each reader or order, and all texts together. */
  pageBytes: 256 * 1024,
  listBytes: 32 * 1024 * 1024,
  longListBytes: 128 * 1024 * 1024,
  textBytes: 512 * 1024 * 1024,
  lineBytes: 512 * 1024,
  /** Bytes of the manifest for each entry. */
  manifestEntryBytes: 256,
  /** The latest sent emails that are imported; earlier ones are left out. */
  sentEmails: 500,
  /** Members of an audience that are imported; further ones are left out. */
  audience: 200_000,
  /** Members of an audience that are read. */
  audienceRows: 1_000_000,
} as const;
