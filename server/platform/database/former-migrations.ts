import type { AppliedMigration, Migration } from "./migrations.ts";

/** The last of the former migrations, which `0000_start.sql` has replaced: the state of commit 25e65fde. */
const LAST_FORMER = "0082_pending-counts-created-at.sql";
const FIRST_LATER = "0083";

/**
 * Returns the migration records of a database or backup, with one of `0000_start.sql` in place of the former migrations.
 * Returns null if only some of the former ones were applied.
 */
export function joinFormer(
  records: AppliedMigration[],
  start: Migration | undefined,
): AppliedMigration[] | null {
  const former = records.filter(({ name }) => name < FIRST_LATER);
  if (!start || former.every(({ hash }) => hash === start.hash)) return records;
  const laterRecords = records.filter(({ name }) => name >= FIRST_LATER);
  const [appliedAt = ""] = former.map((record) => record.appliedAt).sort();
  if (former.some(({ name }) => name === LAST_FORMER)) return [{ ...start, appliedAt }, ...laterRecords];
  // A database with only later records was edited, which the caller reports.
  return laterRecords.length > 0 ? records : null;
}
