/** Tables of which an installation may have millions of rows. */
const LARGE = [
  "access",
  "audience_members",
  "campaign_recipients",
  "daily_counts",
  "daily_tile_counts",
  "events",
  "order_lines",
  "orders",
  "pending_counts",
];

/** A rule for the statements of migrations, with advice for statements that break it. */
type Rule = { isBroken(statement: string, context: { sql: string; table: string }): boolean; advice: string };

const isLarge = (table: string) => LARGE.includes(table);

/** Returns true for an index of the non-null rows of a column that the same migration adds. Such an index is empty, so that creating it is quick. */
function isEmpty(index: string, sql: string): boolean {
  const column = / where \S*"(\w+)" is not null$/i.exec(index)?.[1];
  return column !== undefined && new RegExp(`add column "${column}"(?![^;]*default)`, "i").test(sql);
}

/** Statements that lock a table during a complete read or write. */
const LOCKS: Rule[] = [
  {
    isBroken: (statement) =>
      /add constraint[^;]*\b(check|foreign key|references)\b/i.test(statement) &&
      !/not valid/i.test(statement),
    advice: "add the constraint NOT VALID, and VALIDATE it in the next migration",
  },
  {
    isBroken: (statement, { sql }) => /validate constraint/i.test(statement) && /not valid/i.test(sql),
    advice: "VALIDATE in the next migration: in this one the lock of NOT VALID lasts until the end",
  },
  {
    isBroken: (statement, { table }) =>
      isLarge(table) &&
      /add constraint[^;]*\b(unique|primary key|exclude)\b/i.test(statement) &&
      !/using index/i.test(statement),
    advice: "create the index CONCURRENTLY, and add the constraint USING INDEX in the next migration",
  },
  {
    isBroken: (statement, { sql, table }) =>
      isLarge(table) &&
      /^create (unique )?index\b(?! concurrently)/i.test(statement) &&
      !isEmpty(statement, sql),
    advice:
      "DROP INDEX CONCURRENTLY IF EXISTS, then CREATE INDEX CONCURRENTLY, in a migration of their own (of a partitioned table: on each partition)",
  },
  {
    isBroken: (statement, { sql }) =>
      /^create (unique )?index concurrently/i.test(statement) &&
      !/drop index concurrently if exists/i.test(sql),
    advice: "first DROP INDEX CONCURRENTLY IF EXISTS: a process may have been killed in between",
  },
  {
    isBroken: (statement, { sql }) =>
      /index concurrently/i.test(sql) && !/^(create|drop) (unique )?index concurrently/i.test(statement),
    advice: "give what is not CONCURRENTLY a migration of its own, with a transaction",
  },
  {
    isBroken: (statement, { table }) =>
      isLarge(table) &&
      /add column[^;]*(\b(big|small)?serial\b|generated always|default (?!now\(\))[a-z_.]+\()/i.test(
        statement,
      ),
    advice: "add the column without a default that differs by row: PostgreSQL rewrites the table",
  },
  {
    isBroken: (statement, { table }) => isLarge(table) && /^(update|delete from)\b/i.test(statement),
    advice: "change the rows of a large table in batches, by a maintenance task",
  },
];

/** Statements that nodes of the previous release cannot work with. */
const BREAKS: Rule[] = [
  {
    isBroken: (statement) => /\bdrop (column|table|view)\b|\brename\b/i.test(statement),
    advice: "leave what the release before uses, and drop it in a later release",
  },
  {
    isBroken: (statement) => /set not null/i.test(statement) && !/set default/i.test(statement),
    advice: "the release before inserts rows without the column: leave it nullable, or add a default",
  },
  {
    isBroken: (statement) =>
      /add column[^;]*not null/i.test(statement) && !/\bdefault\b|generated/i.test(statement),
    advice: "the release before inserts rows without the new column: give it a default, or let it be null",
  },
  {
    isBroken: (statement) => /alter column[^;]*\b(set data )?type\b/i.test(statement),
    advice:
      "add a column of the new type: this rewrites the table, and the previous release reads the old type",
  },
];

/** Returns the advice for each broken rule of a migration that is applied while nodes of the previous release serve. */
export function checkMigration({ sql, isMarked }: { sql: string; isMarked: boolean }): string[] {
  const plain = sql.replace(/--.*$/gm, "").replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''");
  const created = [...plain.matchAll(/create table (?:if not exists )?"?(\w+)"?/gi)].map(([, name]) => name);
  const statements = plain.split(";").map((statement) => statement.replace(/\s+/g, " ").trim());
  return statements.filter(Boolean).flatMap((statement) => {
    const table = tableOf(statement);
    if (created.includes(table)) return [];
    const rules = isMarked ? LOCKS : [...LOCKS, ...BREAKS];
    const broken = rules.filter(({ isBroken }) => isBroken(statement, { sql: plain, table }));
    return broken.map(({ advice }) => `${statement}: ${advice}`);
  });
}

/** Returns the table that a statement changes. A partition of the events counts as `events`. */
function tableOf(statement: string): string {
  const found =
    /^(?:alter table (?:only |if exists )?|update |delete from |create (?:unique )?index .*? on (?:only )?)(?:"?public"?\.)?"?(\w+)"?/i.exec(
      statement,
    );
  return found?.[1]?.replace(/^events_\d.*$/, "events") ?? "";
}
