import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** Returns the SQL condition that a column equals one of the values. They are one array parameter, because a statement may have 65,535 parameters and `inArray` uses one per value. */
export function anyOf(column: PgColumn, values: readonly (string | number)[]): SQL {
  return sql`${column} = any(${sql.param([...values])})`;
}
