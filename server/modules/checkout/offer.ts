import { and, eq, sql } from "drizzle-orm";
import { CHECKOUT_HOURS } from "../../../contract/rules/limits.ts";
import type { Queries } from "../../platform/database/index.ts";
import { type CreatorRow, creators, platformFeeBps } from "../creators/index.ts";
import { isMainLine, mainLineOf, type OrderRow, offeredFiles, orderLines, orders } from "../orders/index.ts";
import { filesOfProduct, products } from "../products/index.ts";
import { tiles } from "../tiles/index.ts";
import { errors } from "./errors.ts";
import { isForSale } from "./payable.ts";

/** The current offer for an order's product: price, files, seller and platform fee. */
export type Offer = {
  product: typeof products.$inferSelect & { fileIds: string[] };
  creator: CreatorRow;
  feeBps: number;
};

/**
 * Reads the current offer of an order in one query; a mock order keeps the offer of its start.
 * Throws 409 once its product or tile is inactive or deleted, or its tile is hidden or has ended, 410 after a day.
 */
export async function readOffer(db: Queries, order: OrderRow): Promise<Offer> {
  const { creatorId, createdAt } = order;
  const { productId, name, type, itemCents: priceCents } = mainLineOf(order);
  if (creatorId === null || productId === null) throw errors.noLongerForSale();
  const [row] = await db
    .select({
      product: products,
      files: filesOfProduct,
      creator: creators,
      expired: sql<boolean>`${createdAt.toISOString()}::timestamptz <= now() - make_interval(hours => ${CHECKOUT_HOURS})`,
    })
    .from(orders)
    .innerJoin(orderLines, isMainLine)
    .innerJoin(products, eq(products.id, orderLines.productId))
    .innerJoin(creators, eq(creators.id, orders.creatorId))
    .leftJoin(tiles, eq(tiles.id, orders.tileId))
    .where(and(eq(orders.id, order.id), isForSale));
  if (!row) throw errors.noLongerForSale();
  if (row.expired) throw errors.expired();
  const { creator } = row;
  const product = { ...row.product, fileIds: row.files.map(({ path }) => path) };
  if (order.provider !== "mock") return { product, creator, feeBps: platformFeeBps(creator) };
  const { currency, feeBps } = order;
  return {
    product: { ...product, name, type, priceCents, fileIds: offeredFiles(order), currency },
    creator,
    feeBps,
  };
}
