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

/** The words that a search compares. Triggers write them whenever an order or its address is written. */
export const orderDirectory = pgTable("order_directory", {
  orderId: partOf("order_id", () => orders.id).primaryKey(),
  /** The product, and the buyer's email, company and name as long as lists show the buyer, without case and accents. */
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

/** Sales that no email to their creator has reported yet. */
export const unreportedSales = pgTable(
  "unreported_sales",
  {
    orderId: partOf("order_id", () => orders.id).primaryKey(),
    creatorId: partOf("creator_id", () => creators.id),
  },
  (table) => [index("unreported_sales_creator_id").on(table.creatorId)],
);

/** When a creator was last sent an email about sales. */
export const saleEmails = pgTable("sale_emails", {
  creatorId: partOf("creator_id", () => creators.id).primaryKey(),
  sentAt: timestamptz("sent_at"),
});

/** The orders of a deleted creator as a CSV, until the email that it is attached to is sent. */
export const orderExports = pgTable("order_exports", {
  id: uuid().primaryKey().defaultRandom(),
  /** Compressed by gzip. */
  csv: bytea().notNull(),
  createdAt: createdAt(),
});
