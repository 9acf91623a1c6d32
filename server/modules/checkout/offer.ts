import { and, eq, sql } from "drizzle-orm";
import { CHECKOUT_HOURS } from "../../../contract/rules/limits.ts";
import type { Plans } from "../../../contract/rules/plans.ts";
import type { Queries } from "../../platform/database/index.ts";
import { type CreatorRow, creators, platformFeeBps } from "../creators/index.ts";
import {
  boughtId,
  boughtIdOf,
  isMainLine,
  mainLineOf,
  mainLinesOf,
  type OrderRow,
  orderLines,
  orders,
} from "../orders/index.ts";
import { filesOfProduct, findOffered, type Held, type ProductRow, products } from "../products/index.ts";
import { tiles } from "../tiles/index.ts";
import { errors } from "./errors.ts";
import { findSoldParts, type Part, partsOf } from "./parts.ts";
import { isForSale } from "./payable.ts";

/** The current offer for an order: the product or bundle, its parts, the second offer, the seller and the platform fee. */
export type Offer = {
  product: ProductRow;
  parts: Part[];
  /** The second product that the checkout offers, with its price in this checkout. Null while it is not for sale. */
  offered: Offered | null;
  creator: CreatorRow;
  feeBps: number;
};
export type Offered = { product: ProductRow; parts: Part[]; priceCents: number; text: string | null };

/**
 * Reads the current offer of an order, for one product in one query. A mock order keeps the offer of its start.
 * Throws 409 once its product or tile is inactive or deleted, or its tile is hidden or has ended, 410 after a day.
 */
export async function readOffer(db: Queries, order: OrderRow, plans: Plans): Promise<Offer> {
  const { creatorId, createdAt } = order;
  if (creatorId === null || boughtIdOf(mainLineOf(order)) === null) throw errors.noLongerForSale();
  const [row] = await db
    .select({
      product: products,
      files: filesOfProduct,
      creator: creators,
      expired: sql<boolean>`${createdAt.toISOString()}::timestamptz <= now() - make_interval(hours => ${CHECKOUT_HOURS})`,
    })
    .from(orders)
    .innerJoin(orderLines, isMainLine)
    .innerJoin(products, eq(products.id, boughtId))
    .innerJoin(creators, eq(creators.id, orders.creatorId))
    .leftJoin(tiles, eq(tiles.id, orders.tileId))
    .where(and(eq(orders.id, order.id), isForSale));
  if (!row) throw errors.noLongerForSale();
  if (row.expired) throw errors.expired();
  const { creator } = row;
  const product = { ...row.product, files: row.files };
  const held = heldBy(order);
  const offered = await readOffered(db, product, held);
  if (order.provider === "mock") return { creator, offered, ...(await readStarted(db, order, product)) };
  const feeBps = platformFeeBps(creator, plans);
  return { product, parts: await partsOf(db, product, held), offered, creator, feeBps };
}

/** Returns the products of which an order holds a unit. */
const heldBy = ({ lines }: Pick<OrderRow, "lines">): Held =>
  new Set(lines.flatMap(({ productId, stockReserved }) => (stockReserved && productId) || []));

async function readOffered(db: Queries, product: ProductRow, held: Held): Promise<Offered | null> {
  const { offerPriceCents: priceCents, offerText: text } = product;
  const offered = priceCents === null ? undefined : await findOffered(db, product, held);
  if (!offered || priceCents === null) return null;
  const found = await findSoldParts(db, offered, held);
  return "parts" in found ? { product: offered, parts: found.parts, priceCents, text } : null;
}

/** Returns the offer of an order's start, with the current stock and shipping. */
async function readStarted(
  db: Queries,
  order: OrderRow,
  current: ProductRow,
): Promise<Omit<Offer, "creator" | "offered">> {
  const { currency, feeBps } = order;
  const lines = mainLinesOf(order);
  const { name, type, bundleName } = mainLineOf(order);
  const rows: ProductRow[] = bundleName === null ? [current] : await partsOf(db, current, heldBy(order));
  const parts = lines.map((line): Part => {
    const product = rows.find(({ id }) => id === line.productId);
    if (!product) throw errors.partNotForSale({ part: line.name });
    const { bundleId, name, type, itemCents: priceCents } = line;
    const fileIds = order.access.flatMap(({ lineId, fileId }) => (lineId === line.id && fileId) || []);
    return { ...product, bundleId, bundleName, name, type, priceCents, fileIds };
  });
  const priceCents = lines.reduce((sum, { itemCents }) => sum + itemCents, 0);
  const started = bundleName === null ? { name, type } : { name: bundleName };
  return { product: { ...current, ...started, priceCents, currency }, parts, feeBps };
}
