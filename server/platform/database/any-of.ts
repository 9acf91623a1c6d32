import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** Returns the SQL condition that a column equals one of the values, passed as one array. `inArray` uses a parameter per value, and a statement is limited to 65,535. */
export function anyOf(column: PgColumn, values: readonly (string | number)[]): SQL {
  return sql`${column} = any(${sql.param([...values])})`;
}
