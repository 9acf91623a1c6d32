import { and, eq, sql } from "drizzle-orm";
import { CHECKOUT_HOURS } from "../../../contract/limits.ts";
import type { Queries } from "../../platform/database/index.ts";
import { type CreatorRow, creators } from "../creators/index.ts";
import type { OrderRow } from "../orders/index.ts";
import { products } from "../products/index.ts";
import { tiles } from "../tiles/index.ts";
import { checkoutExpired, noLongerForSale } from "./errors.ts";

/** What an order's product is sold as now, and by whom. */
export type Offer = { product: typeof products.$inferSelect; creator: CreatorRow };

/** Reads what an order is sold as now, in one query. Throws 409 once its product or tile is inactive or deleted, 410 after a day. */
export async function readOffer(db: Queries, order: OrderRow): Promise<Offer> {
  const { creatorId, productId, tileId, createdAt } = order;
  if (creatorId === null || productId === null || tileId === null) throw noLongerForSale();
  const [row] = await db
    .select({
      product: products,
      creator: creators,
      expired: sql<boolean>`${createdAt.toISOString()}::timestamptz <= now() - make_interval(hours => ${CHECKOUT_HOURS})`,
    })
    .from(products)
    .innerJoin(creators, eq(creators.id, products.creatorId))
    .innerJoin(tiles, and(eq(tiles.id, tileId), eq(tiles.active, true)))
    .where(and(eq(products.id, productId), eq(creators.id, creatorId), eq(products.active, true)));
  if (!row) throw noLongerForSale();
  if (row.expired) throw checkoutExpired();
  return row;
}
