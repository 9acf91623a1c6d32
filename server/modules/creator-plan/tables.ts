import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, partOf, timestamptz } from "../../platform/database/columns.ts";
import type { SubscriptionStatus } from "../../platform/payments/port.ts";
import { creators } from "../creators/tables.ts";

const creatorId = () => partOf("creator_id", () => creators.id);

/** Checkouts of the subscription, started here. The provider returns the id as our reference. */
export const billingCheckouts = pgTable(
  "billing_checkouts",
  {
    id: uuid().primaryKey().defaultRandom(),
    creatorId: creatorId(),
    productId: text("product_id").notNull(),
    successUrl: text("success_url").notNull(),
    cancelUrl: text("cancel_url").notNull(),
    /** The provider's id, or null until its response is received. */
    sessionId: text("session_id").unique(),
    status: text().$type<"open" | "complete" | "expired">().notNull().default("open"),
    /**
     * Incremented after each failure to create it at the provider, because the next attempt needs another
     * idempotency key.
     */
    attempt: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [
    index("billing_checkouts_creator_id").on(table.creatorId),
    index("billing_checkouts_open").on(table.creatorId).where(sql`${table.status} = 'open'`),
  ],
);

/** The last known state of each subscription at the provider. */
export const subscriptions = pgTable(
  "subscriptions",
  {
    id: text().primaryKey(),
    creatorId: creatorId(),
    customerId: text("customer_id"),
    status: text().$type<SubscriptionStatus>().notNull(),
    /**
     * Incremented with every saved response. A response requested before the last save is outdated and
     * requested again.
     */
    revision: integer().notNull(),
    updatedAt: timestamptz("updated_at").notNull().defaultNow(),
  },
  (table) => [
    index("subscriptions_creator_id").on(table.creatorId),
    index("subscriptions_customer_id").on(table.customerId),
  ],
);
