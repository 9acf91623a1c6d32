import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { OrderStatus } from "../../../contract/checkout.ts";
import type { ProductType } from "../../../contract/products.ts";
import { bytea } from "../../platform/database/columns.ts";
import { creators } from "../creators/tables.ts";
import { files } from "../files/tables.ts";
import { products } from "../products/tables.ts";
import { tiles } from "../tiles/tables.ts";

/** A purchase: a copy of what was bought, taken at that moment, and its status. */
export const orders = pgTable(
  "orders",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** The order's tokens are derived from this value and the installation's secret. */
    seed: uuid().notNull().defaultRandom(),
    creatorId: bigint("creator_id", { mode: "number" }).references(() => creators.id, {
      onDelete: "set null",
    }),
    productId: bigint("product_id", { mode: "number" }).references(() => products.id, {
      onDelete: "set null",
    }),
    tileId: bigint("tile_id", { mode: "number" }).references(() => tiles.id, { onDelete: "set null" }),
    productName: text("product_name").notNull(),
    productType: text("product_type").$type<ProductType>().notNull(),
    mediaUrl: text("media_url"),
    /** A file that a paid order needs cannot be deleted. */
    fileId: text("file_id").references(() => files.id, { onDelete: "restrict" }),
    amountCents: integer("amount_cents").notNull(),
    currency: text().notNull(),
    feeBps: integer("fee_bps").notNull(),
    feeCents: integer("fee_cents").notNull(),
    provider: text().$type<"mock">().notNull(),
    status: text().$type<OrderStatus>().notNull().default("pending"),
    buyerEmail: text("buyer_email"),
    checkoutTokenHash: bytea("checkout_token_hash").notNull(),
    orderTokenHash: bytea("order_token_hash").notNull(),
    /** Null until the order is paid, and when it has no download. */
    downloadTokenHash: bytea("download_token_hash"),
    /** The number of renewals; the download token is derived from it, too. */
    downloadLinkVersion: integer("download_generation").notNull().default(0),
    downloadExpiresAt: timestamp("download_expires_at", { withTimezone: true }),
    downloadCount: integer("download_count").notNull().default(0),
    /** When the links were last emailed on request; null again after a renewal, because the emailed links no longer work. */
    linksMailedAt: timestamp("links_mailed_at", { withTimezone: true }),
    /** When the receipt was queued at payment; null when none was sent. */
    receiptQueuedAt: timestamp("receipt_queued_at", { withTimezone: true }),
    /** Whether the creator's email was verified at payment. Decides whether emails are sent once the creator is deleted; null for orders older than this column. */
    creatorVerified: boolean("creator_verified"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    paidAt: timestamp("paid_at", { withTimezone: true }),
  },
  (table) => [
    uniqueIndex("orders_checkout_token_hash_unique").on(table.checkoutTokenHash),
    uniqueIndex("orders_order_token_hash_unique").on(table.orderTokenHash),
    uniqueIndex("orders_download_token_hash_unique").on(table.downloadTokenHash),
    index("orders_creator_id").on(table.creatorId, table.createdAt),
    index("orders_product_id").on(table.productId),
    index("orders_tile_id").on(table.tileId),
    index("orders_file_id").on(table.fileId),
    index("orders_unfinished").on(table.createdAt).where(sql`${table.status} <> 'paid'`),
    index("orders_buyer_email").on(sql`lower(${table.buyerEmail})`),
    check("orders_status_known", sql`${table.status} in ('pending', 'paid', 'cancelled', 'failed')`),
    check("orders_fee_within_amount", sql`${table.feeCents} between 0 and ${table.amountCents}`),
  ],
);

/** Sales that no email to their creator has reported yet. */
export const unreportedSales = pgTable(
  "unreported_sales",
  {
    orderId: bigint("order_id", { mode: "number" })
      .primaryKey()
      .references(() => orders.id, { onDelete: "cascade" }),
    creatorId: bigint("creator_id", { mode: "number" })
      .notNull()
      .references(() => creators.id, { onDelete: "cascade" }),
  },
  (table) => [index("unreported_sales_creator_id").on(table.creatorId)],
);

/** When a creator was last sent an email about sales. */
export const saleEmails = pgTable("sale_emails", {
  creatorId: bigint("creator_id", { mode: "number" })
    .primaryKey()
    .references(() => creators.id, { onDelete: "cascade" }),
  sentAt: timestamp("sent_at", { withTimezone: true }),
});
