import { eq, sql } from "drizzle-orm";
import type { Unavailable } from "../../../contract/api/checkout.ts";
import { CHECKOUT_HOURS } from "../../../contract/rules/limits.ts";
import type { Queries } from "../../platform/database/index.ts";
import { creators } from "../creators/index.ts";
import { boughtId, isMainLine, type OrderRow, orderLines, orders } from "../orders/index.ts";
import { missingPartUnless, products } from "../products/index.ts";
import { isLive, tiles } from "../tiles/index.ts";

/** Returns whether an order can be paid: if it is pending, or after a failed attempt. */
export const isPayable = ({ status }: OrderRow): boolean =>
  status === "pending" || status === "failed" || status === "expired";

/** A suspended or offline page sells nothing. */
const isOpen = sql`exists (select from ${creators} as seller where seller.id = ${orders.creatorId} and seller.suspension is null and seller.offline_since is null)`;

/**
 * The condition that an order's item is still for sale, for a query with its product and a left join of its tile.
 * False if either was deleted, because the order no longer names it, and while the creator's page is suspended or offline.
 */
export const isForSale = sql<boolean>`coalesce(${products.active} and (${orders.withoutTile} or (${tiles.active} and ${isLive()})) and ${isOpen}, false)`;

/** The condition that an order holds a unit of a bundle's part, which is therefore not sold out for it. */
const isHeld = sql`exists (select from ${orderLines} as held where held.order_id = ${orders.id}
  and held.product_id = part.id and held.stock_reserved)`;

/** Why an order can no longer be paid, and the name of a bundle's part that is not for sale. */
export type WhyUnavailable = { reason: Unavailable; part: string | null };

/**
 * Returns why a payable order can no longer be paid, or null while it can.
 * The order keeps the price and file of its start, but it cannot be paid once its product or tile is inactive or deleted, or its tile is hidden or has ended.
 */
export async function findUnavailable(db: Queries, order: OrderRow): Promise<WhyUnavailable | null> {
  if (!isPayable(order)) return null;
  const [row] = await db
    .select({
      expired: sql<boolean>`${orders.createdAt} <= now() - make_interval(hours => ${CHECKOUT_HOURS})`,
      forSale: isForSale,
      part: missingPartUnless(isHeld),
    })
    .from(orders)
    .innerJoin(orderLines, isMainLine)
    .leftJoin(products, eq(products.id, boughtId))
    .leftJoin(tiles, eq(tiles.id, orders.tileId))
    .where(eq(orders.id, order.id));
  if (!row || row.expired) return { reason: "expired", part: null };
  return row.forSale && row.part === null ? null : { reason: "not_for_sale", part: row.part };
}
