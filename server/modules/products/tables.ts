import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { PageImage } from "../../../contract/api/images.ts";
import type { ProductType } from "../../../contract/api/products.ts";
import { CURRENCIES_IN_SQL } from "../../../contract/rules/currencies.ts";
import { DEFAULT_CURRENCY } from "../../../contract/rules/limits.ts";
import {
  bigintColumn,
  createdAt,
  identity,
  linkTo,
  partOf,
  timestamptz,
} from "../../platform/database/columns.ts";
import { creators } from "../creators/tables.ts";

export const products = pgTable(
  "products",
  {
    id: identity(),
    creatorId: partOf("creator_id", () => creators.id),
    name: text().notNull(),
    /** The last part of its page's URL, in lower case. */
    slug: text().notNull(),
    description: text(),
    priceCents: integer("price_cents").notNull(),
    currency: text().notNull().default(DEFAULT_CURRENCY),
    /** The minimum that a buyer may pay, or null for a fixed price. */
    minPriceCents: integer("min_price_cents"),
    type: text().$type<ProductType>().notNull(),
    /** The products of a bundle in order, otherwise none. May contain deleted products, because ids are never reused. */
    bundleItems: bigintColumn("bundle_items").array().notNull().default([]),
    /** A second product that the checkout offers at its own price. May be deleted, because ids are never reused. */
    offerProductId: bigintColumn("offer_product_id"),
    offerPriceCents: integer("offer_price_cents"),
    /** A sentence about the offered product. */
    offerText: text("offer_text"),
    /** Units that are neither sold nor reserved, or null if stock is not counted. */
    stock: integer(),
    shippingCents: integer("shipping_cents").notNull().default(0),
    /** Null if it is not shipped to other countries. */
    shippingAbroadCents: integer("shipping_abroad_cents"),
    mediaUrl: text("media_url"),
    /** The description of the image, or null for a decorative one. */
    mediaAlt: text("media_alt"),
    /** The point that stays visible when the image is cropped, in percent of its width and height. */
    mediaFocusX: smallint("media_focus_x").notNull().default(50),
    mediaFocusY: smallint("media_focus_y").notNull().default(50),
    /** Further images for the product's page. */
    moreImages: jsonb("more_images").$type<PageImage[]>().notNull().default([]),
    /** Formatted text and a link for paying buyers. Label and URL are both null or both set. */
    buyerMessage: text("buyer_message"),
    buyerLinkLabel: text("buyer_link_label"),
    buyerLinkUrl: text("buyer_link_url"),
    active: boolean().notNull().default(true),
    /** Whether a tip tile created it. It is then deleted and restored with the tile. */
    ofTipTile: boolean("of_tip_tile").notNull().default(false),
    createdAt: createdAt(),
    /**
     * Set on a deleted product, which can be restored for some time. It is also inactive, so that queries for
     * active products skip it.
     */
    deletedAt: timestamptz("deleted_at"),
    activeBeforeDeletion: boolean("active_before_deletion"),
  },
  (table) => [
    uniqueIndex("products_slug_unique")
      .on(table.creatorId, table.slug)
      .where(sql`${table.deletedAt} is null`),
    index("products_creator_id").on(table.creatorId),
    index("products_deleted").on(table.creatorId, table.deletedAt).where(sql`${table.deletedAt} is not null`),
    check(
      "products_media_focus_in_percent",
      sql`${table.mediaFocusX} between 0 and 100 and ${table.mediaFocusY} between 0 and 100`,
    ),
    check("products_price_not_negative", sql`${table.priceCents} >= 0`),
    check("products_min_price_within_price", sql`${table.minPriceCents} between 0 and ${table.priceCents}`),
    check("products_stock_not_negative", sql`${table.stock} >= 0`),
    check(
      "products_shipping_not_negative",
      sql`${table.shippingCents} >= 0 and coalesce(${table.shippingAbroadCents}, 0) >= 0`,
    ),
    check("products_currency_supported", sql`${table.currency} in (${sql.raw(CURRENCIES_IN_SQL)})`),
    check("products_type_known", sql`${table.type} in ('digital', 'physical', 'service', 'tip', 'bundle')`),
  ],
);

/** Former slugs of products, for existing links. A current slug takes precedence. */
export const formerSlugs = pgTable(
  "former_slugs",
  {
    creatorId: partOf("creator_id", () => creators.id),
    slug: text().notNull(),
    /** Null once the product is deleted. */
    productId: linkTo("product_id", () => products.id),
    retiredAt: timestamptz("retired_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.creatorId, table.slug] }),
    index("former_slugs_product_id").on(table.productId),
  ],
);
