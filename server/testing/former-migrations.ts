const NAMES = ["0000_start.sql", "0001_accounts.sql", "0045_order-accent.sql", "0046_refund-attempts.sql"];
const LAST = "0082_pending-counts-created-at.sql";

/** Returns statements that replace the record of migrations with the record of commit 25e65fde, or of an earlier commit unless `isComplete`. */
export function formerRecords({ isComplete = true } = {}): string[] {
  const names = isComplete ? [...NAMES, LAST] : NAMES;
  const rows = (of: string[]) =>
    of.map((name, day) => `('${name}', 'former', '2026-11-0${day + 1}T00:00:00Z')`);
  return [
    "drop table schema_migrations",
    "create table schema_migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())",
    "create table compatible_migrations (name text primary key, hash text not null, applied_at timestamptz not null default now(), compatible_from text)",
    `insert into schema_migrations values ${rows(names.slice(0, 3))}`,
    `insert into compatible_migrations values ${rows(names.slice(3))}`,
  ];
}
