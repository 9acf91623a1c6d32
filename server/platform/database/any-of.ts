import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** True when the column holds one of the values. They travel as one array parameter: PostgreSQL allows 65,535 parameters a statement, and `inArray` uses one for each value. */
export function anyOf(column: PgColumn, values: readonly (string | number)[]): SQL {
  return sql`${column} = any(${sql.param([...values])})`;
}
