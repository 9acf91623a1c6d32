import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { PaymentEvent, SubscriptionStatus } from "../../platform/payments/port.ts";
import { creators } from "../creators/tables.ts";

const creatorId = () =>
  bigint("creator_id", { mode: "number" })
    .notNull()
    .references(() => creators.id, { onDelete: "cascade" });

/** Checkouts of the subscription that were started here. The id is the reference that the provider gives back. */
export const billingCheckouts = pgTable(
  "billing_checkouts",
  {
    id: uuid().primaryKey().defaultRandom(),
    creatorId: creatorId(),
    productId: text("product_id").notNull(),
    successUrl: text("success_url").notNull(),
    cancelUrl: text("cancel_url").notNull(),
    /** The provider's; null until it has answered. */
    sessionId: text("session_id").unique(),
    status: text().$type<"open" | "complete" | "expired">().notNull().default("open"),
    /** Grows when the provider answers the creation with an error: the next attempt needs another idempotency key. */
    attempt: integer().notNull().default(0),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index("billing_checkouts_open").on(table.creatorId).where(sql`${table.status} = 'open'`)],
);

/** What the provider said of each subscription when it was last asked. */
export const subscriptions = pgTable(
  "subscriptions",
  {
    id: text().primaryKey(),
    creatorId: creatorId(),
    customerId: text("customer_id"),
    status: text().$type<SubscriptionStatus>().notNull(),
    /** Grows with every answer written down: an answer that was asked for before another was written is asked for again. */
    revision: integer().notNull(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index("subscriptions_creator_id").on(table.creatorId),
    index("subscriptions_customer_id").on(table.customerId),
  ],
);

/** The inbox: every genuine event of the provider that concerns anything here, once. */
export const paymentEvents = pgTable(
  "payment_events",
  {
    /** The provider's. */
    id: text().primaryKey(),
    type: text().notNull(),
    live: boolean().notNull(),
    resource: text("concerns").$type<NonNullable<PaymentEvent["resource"]>["kind"] | "nothing">().notNull(),
    /** The provider's id of what the event is about. Nothing else of an event is used, so nothing else is stored. */
    resourceId: text("resource_id"),
    /** Our own reference, when the event is about a checkout. */
    reference: text(),
    receivedAt: timestamp("received_at", { withTimezone: true }).notNull().defaultNow(),
    handledAt: timestamp("handled_at", { withTimezone: true }),
    /** Why the last attempt failed. */
    error: text(),
  },
  (table) => [index("payment_events_unhandled").on(table.receivedAt).where(sql`${table.handledAt} is null`)],
);
