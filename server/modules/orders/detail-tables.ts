import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { OrderEventKind } from "../../../contract/api/orders.ts";
import type { OrderActor, PaymentMode } from "../../../contract/rules/order-states.ts";
import { bytea, createdAt, identity, partOf, timestamptz } from "../../platform/database/columns.ts";
import { creators } from "../creators/tables.ts";
import { orders } from "./tables.ts";

/** Where a physical product is sent. */
export const orderAddresses = pgTable("order_addresses", {
  orderId: partOf("order_id", () => orders.id).primaryKey(),
  name: text().notNull(),
  line1: text().notNull(),
  line2: text(),
  postalCode: text("postal_code").notNull(),
  city: text().notNull(),
  state: text(),
  country: text().notNull(),
});

/** The search index. Triggers update it with each write of an order or its address. */
export const orderDirectory = pgTable("order_directory", {
  orderId: partOf("order_id", () => orders.id).primaryKey(),
  /** Product, email, company and name without case and accents; the last three only as long as lists show the buyer. */
  words: text().notNull(),
});

/** The history of an order; rows are only added. */
export const orderEvents = pgTable(
  "order_events",
  {
    id: identity(),
    orderId: partOf("order_id", () => orders.id),
    at: timestamptz("at").notNull().defaultNow(),
    by: text().$type<OrderActor>().notNull(),
    what: text().$type<OrderEventKind>().notNull(),
    amountCents: integer("amount_cents"),
    note: text(),
  },
  (table) => [index("order_events_order_id").on(table.orderId)],
);

/** The last receipt number of each seller and mode. */
export const orderNumbers = pgTable(
  "order_numbers",
  {
    creatorId: partOf("creator_id", () => creators.id),
    mode: text().$type<PaymentMode | "mock">().notNull(),
    last: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.creatorId, table.mode] })],
);

/** Sales that are not yet reported to their creator by email. */
export const unreportedSales = pgTable(
  "unreported_sales",
  {
    orderId: partOf("order_id", () => orders.id).primaryKey(),
    creatorId: partOf("creator_id", () => creators.id),
  },
  (table) => [index("unreported_sales_creator_id").on(table.creatorId)],
);

/** The time of the last email about sales to a creator. */
export const saleEmails = pgTable("sale_emails", {
  creatorId: partOf("creator_id", () => creators.id).primaryKey(),
  sentAt: timestamptz("sent_at"),
});

/** The orders of a deleted creator as CSV, kept until their email is sent. */
export const orderExports = pgTable("order_exports", {
  id: uuid().primaryKey().defaultRandom(),
  /** Compressed by gzip. */
  csv: bytea().notNull(),
  createdAt: createdAt(),
});
