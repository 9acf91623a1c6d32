import { administer } from "./database.ts";

/**
 * Sets the clock of a test's database. Functions that take precedence over PostgreSQL's own return a time
 * that runs on from `time`. The first call must precede the first node's connection. Later calls take effect
 * at once.
 */
export async function setDatabaseClock(databaseUrl: string, time: string): Promise<void> {
  const statements = [
    "create schema if not exists test_clock",
    "create table if not exists test_clock.ahead (by interval not null)",
    ...["now", "clock_timestamp"].map(
      (clock) =>
        `create or replace function test_clock.${clock}() returns timestamptz language sql as 'select pg_catalog.${clock}() + by from test_clock.ahead'`,
    ),
    "do $$ begin execute format('alter database %I set search_path = test_clock, pg_catalog, public', current_database()); end $$",
    // Last, because the statements before it take long on a busy machine, and the time runs on meanwhile.
    `do $$ begin
      delete from test_clock.ahead;
      insert into test_clock.ahead values (timestamptz '${time}' - pg_catalog.clock_timestamp());
    end $$`,
  ];
  for (const statement of statements) await administer(databaseUrl, statement);
}
