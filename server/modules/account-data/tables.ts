import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { AccountExport } from "../../../contract/api/account-exports.ts";
import { bytea } from "../../platform/database/columns.ts";
import { users } from "../accounts/tables.ts";

const time = (name: string) => timestamp(name, { withTimezone: true });

/** Archives of accounts. The bytes are stored under a key that is made of the id; the row remains until they are deleted. */
export const accountExports = pgTable(
  "account_exports",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Null once the account is deleted: the archive is then deleted, too. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    state: text().$type<AccountExport["state"]>().notNull().default("waiting"),
    createdAt: time("created_at").notNull().defaultNow(),
    size: bigint({ mode: "number" }),
    sha256: bytea(),
    expiresAt: time("expires_at"),
  },
  (table) => [
    index("account_exports_user_id").on(table.userId, table.createdAt),
    uniqueIndex("account_exports_unfinished").on(table.userId).where(sql`${table.state} = 'waiting'`),
    check("account_exports_state_known", sql`${table.state} in ('waiting', 'ready', 'failed')`),
  ],
);
