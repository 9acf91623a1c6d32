import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { bigintColumn } from "../database/columns.ts";

/** The consumed points of each rate limit, with expiry by the database's clock. Keys are hashes. */
export const rateLimits = pgTable(
  "rate_limits",
  {
    key: text().primaryKey(),
    points: integer().notNull().default(0),
    /** Milliseconds since 1970. */
    expire: bigintColumn("expire"),
  },
  (table) => [index("rate_limits_expire").on(table.expire)],
);
