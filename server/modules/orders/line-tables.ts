import { and, eq, type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { ProductType } from "../../../contract/api/products.ts";
import { bigintColumn, identity, linkTo, partOf, timestamptz } from "../../platform/database/columns.ts";
import { products } from "../products/tables.ts";
import { orders } from "./tables.ts";

/** Goods that are neither shipped nor withdrawn from. */
const toShip = ({ type, shippedAt, withdrawnAt }: Record<ShippingColumn, AnyPgColumn>): SQL =>
  sql`${type} = 'physical' and ${shippedAt} is null and ${withdrawnAt} is null`;
type ShippingColumn = "type" | "shippedAt" | "withdrawnAt";

/** The sold products of an order, each as a copy of its checkout. Changed only while the order is locked. */
export const orderLines = pgTable(
  "order_lines",
  {
    id: identity(),
    orderId: partOf("order_id", () => orders.id),
    /** From 0 on. */
    position: smallint().notNull(),
    productId: linkTo("product_id", () => products.id),
    /** The bundle that was bought, if the product is a part of it. */
    bundleId: linkTo("bundle_id", () => products.id),
    /** A copy that tells the parts of a bundle also once the bundle is deleted. */
    bundleName: text("bundle_name"),
    name: text().notNull(),
    type: text().$type<ProductType>().notNull(),
    /** The product's price or the chosen amount, before discount and shipping. The order has the sums of all lines. */
    itemCents: integer("item_cents").notNull(),
    discountCents: integer("discount_cents").notNull().default(0),
    shippingCents: integer("shipping_cents").notNull().default(0),
    amountCents: integer("amount_cents").notNull(),
    /** The line's share of the order's refunds, derived together with them. */
    refundedCents: integer("refunded_cents").notNull().default(0),
    mediaUrl: text("media_url"),
    /**
     * The tile (or product without a tile) that gives the line its colour if it has no image. Kept after its deletion.
     * Null for orders older than this value.
     */
    accentId: bigintColumn("accent_id"),
    /** A unit of stock is reserved for this line. */
    stockReserved: boolean("stock_reserved").notNull().default(false),
    shippedAt: timestamptz("shipped_at"),
    tracking: text(),
    /** When the buyer withdrew from the contract of this line, and the name given then. */
    withdrawnAt: timestamptz("withdrawn_at"),
    withdrawalName: text("withdrawal_name"),
  },
  (table) => [
    uniqueIndex("order_lines_order_id_position_unique").on(table.orderId, table.position),
    index("order_lines_product_id").on(table.productId),
    index("order_lines_bundle_id").on(table.bundleId).where(sql`${table.bundleId} is not null`),
    index("order_lines_to_ship").on(table.orderId).where(toShip(table)),
    check(
      "order_lines_amount_adds_up",
      sql`${table.amountCents} = ${table.itemCents} - ${table.discountCents} + ${table.shippingCents}`,
    ),
    check(
      "order_lines_refunds_within_amount",
      sql`${table.refundedCents} between 0 and ${table.amountCents}`,
    ),
  ],
);

/** The copy of a product in a line, with the files that the buyer will get. */
export type SoldProduct = Pick<
  typeof orderLines.$inferSelect,
  "productId" | "bundleId" | "bundleName" | "name" | "type" | "mediaUrl" | "accentId"
> & { fileIds: readonly string[] };

/** The condition of the index of the same name. */
export const isLineToShip: SQL = toShip(orderLines);

/** The id of what a line was bought as: its bundle, or its product. Null once that is deleted. */
export const boughtId = sql<
  number | null
>`case when ${orderLines.bundleName} is null then ${orderLines.productId} else ${orderLines.bundleId} end`;

/** The condition of a join of an order with its main line. */
export const isMainLine = and(eq(orderLines.orderId, orders.id), eq(orderLines.position, 0));
