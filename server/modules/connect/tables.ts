import { sql } from "drizzle-orm";
import { bigint, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { creators } from "../creators/tables.ts";

/** Payout accounts that were onboarded here, and what the provider last said of each. */
export const connectAccounts = pgTable(
  "connect_accounts",
  {
    /** The reference that the provider is given; asking twice with it makes one account. */
    id: uuid().primaryKey().defaultRandom(),
    creatorId: bigint("creator_id", { mode: "number" })
      .notNull()
      .references(() => creators.id, { onDelete: "cascade" }),
    /** The provider's; null until it has answered. */
    accountId: text("account_id").unique(),
    currentlyDue: jsonb("currently_due").$type<string[]>().notNull().default(sql`'[]'`),
    pastDue: jsonb("past_due").$type<string[]>().notNull().default(sql`'[]'`),
    /** Grows with every answer written down: an older answer never overwrites a newer one. */
    revision: integer().notNull().default(0),
    /** Grows when the provider answers the creation with an error: the next attempt needs another idempotency key. */
    attempt: integer().notNull().default(0),
    /** When the account went away; the creator may onboard another one. */
    endedAt: timestamp("ended_at", { withTimezone: true }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("connect_accounts_current").on(table.creatorId).where(sql`${table.endedAt} is null`),
  ],
);
