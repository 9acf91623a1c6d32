import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { CURRENCIES_IN_SQL } from "../../../contract/currencies.ts";
import { DEFAULT_CURRENCY } from "../../../contract/limits.ts";
import type { ProductType } from "../../../contract/products.ts";
import { creators } from "../creators/tables.ts";
import { files } from "../files/tables.ts";

/** The products of creators. */
export const products = pgTable(
  "products",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    creatorId: bigint("creator_id", { mode: "number" })
      .notNull()
      .references(() => creators.id, { onDelete: "cascade" }),
    name: text().notNull(),
    description: text(),
    priceCents: integer("price_cents").notNull(),
    currency: text().notNull().default(DEFAULT_CURRENCY),
    /** The least that a buyer may pay; null when the price is fixed. */
    minPriceCents: integer("min_price_cents"),
    type: text().$type<ProductType>().notNull(),
    /** The pieces that are neither sold nor reserved by a payment; null when they are not counted. */
    stock: integer(),
    shippingCents: integer("shipping_cents").notNull().default(0),
    /** Null when it is not shipped to other countries. */
    shippingAbroadCents: integer("shipping_abroad_cents"),
    fileId: text("file_id").references(() => files.id, { onDelete: "set null" }),
    mediaUrl: text("media_url"),
    active: boolean().notNull().default(true),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index("products_creator_id").on(table.creatorId),
    index("products_file_id").on(table.fileId),
    check("products_price_not_negative", sql`${table.priceCents} >= 0`),
    check("products_min_price_within_price", sql`${table.minPriceCents} between 0 and ${table.priceCents}`),
    check("products_stock_not_negative", sql`${table.stock} >= 0`),
    check(
      "products_shipping_not_negative",
      sql`${table.shippingCents} >= 0 and coalesce(${table.shippingAbroadCents}, 0) >= 0`,
    ),
    check("products_currency_supported", sql`${table.currency} in (${sql.raw(CURRENCIES_IN_SQL)})`),
    check("products_type_known", sql`${table.type} in ('digital', 'physical', 'tip')`),
  ],
);
