import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { AccountKind } from "../../../contract/api/connect.ts";
import type { PaymentMode, ProviderName } from "../../../contract/rules/order-states.ts";
import { createdAt, partOf, timestamptz } from "../../platform/database/columns.ts";
import type { Restriction } from "../../platform/payments/port.ts";
import { creators } from "../creators/tables.ts";

/** Payout accounts that were onboarded here, with their last known state at the provider. */
export const connectAccounts = pgTable(
  "connect_accounts",
  {
    /** Our reference at the provider. Repeated requests with it create one account. */
    id: uuid().primaryKey().defaultRandom(),
    creatorId: partOf("creator_id", () => creators.id),
    provider: text().$type<ProviderName>().notNull().default("stripe"),
    /** The mode of the keys with which the account was created. Only accounts of the current mode are used. */
    mode: text().$type<PaymentMode>().notNull(),
    kind: text().$type<AccountKind>().notNull().default("connected"),
    /** The provider's id, or null until its response is received. */
    accountId: text("account_id"),
    /** Two capital letters. It cannot be changed at the provider. */
    country: text(),
    canSell: boolean("can_sell").notNull().default(false),
    currentlyDue: jsonb("currently_due").$type<string[]>().notNull().default(sql`'[]'`),
    pastDue: jsonb("past_due").$type<string[]>().notNull().default(sql`'[]'`),
    /** The provider's reason for refusing sales although no details are missing, or null. */
    restriction: jsonb().$type<Restriction>(),
    /** The platform account whose keys last read the account. Null in the sandbox, and until it is known. */
    platformId: text("platform_id"),
    /**
     * The time since which the provider does not know the account with the current keys, which may be another
     * platform's.
     */
    unknownSince: timestamptz("unknown_since"),
    /** Incremented with every saved response, so that an older response never overwrites a newer one. */
    revision: integer().notNull().default(0),
    /** Incremented if the provider rejects the creation, because the next attempt needs another idempotency key. */
    attempt: integer().notNull().default(0),
    /** The time when the account was removed. The creator may then onboard another one. */
    endedAt: timestamptz("ended_at"),
    createdAt: createdAt(),
  },
  (table) => [
    index("connect_accounts_creator_id").on(table.creatorId),
    uniqueIndex("connect_accounts_current")
      .on(table.creatorId, table.provider, table.mode)
      .where(sql`${table.endedAt} is null`),
    // The installation's own account may be used by several administrators. Any other account belongs to one
    // page until it is disconnected there.
    uniqueIndex("connect_accounts_live_account_id")
      .on(table.accountId, table.provider, table.mode)
      .where(sql`${table.kind} <> 'own' and ${table.endedAt} is null`),
  ],
);
