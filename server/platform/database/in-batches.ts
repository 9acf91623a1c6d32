import { and, type SQL, sql } from "drizzle-orm";
import type { PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Queries } from "./index.ts";

const BATCH_SIZE = 10_000;

/** Repeats a statement until it changes no row. A single statement for all rows could exceed the statement timeout. */
export async function inBatches(
  statement: () => Promise<{ rowCount: number | null }>,
  maxBatches = Number.POSITIVE_INFINITY,
): Promise<void> {
  for (let batch = 0; batch < maxBatches; batch++) {
    if (!(await statement()).rowCount) return;
  }
}

/** Deletes the rows of a table that match, however many they are. */
export function deleteInBatches(db: Queries, table: PgTable, condition: SQL | undefined): Promise<void> {
  return inBatches(() => db.delete(table).where(batchOf(table, condition)));
}

/** Changes the rows of a table that match, however many they are. A changed row must not match any more. */
export function updateInBatches<Table extends PgTable>(
  db: Queries,
  table: Table,
  { set, where }: { set: PgUpdateSetSource<Table>; where: SQL | undefined },
): Promise<void> {
  return inBatches(() => db.update(table).set(set).where(batchOf(table, where)));
}

// The condition is repeated, because a row that was changed meanwhile may not match any more.
const batchOf = (table: PgTable, condition: SQL | undefined): SQL | undefined =>
  and(sql`ctid = any(array(select ctid from ${table} where ${condition} limit ${BATCH_SIZE}))`, condition);
