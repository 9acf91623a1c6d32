import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { first, type Transaction } from "../../../platform/database/index.ts";
import { replaceAccess } from "../access/repository.ts";
import type { OrderDeps } from "../deps.ts";
import { orderLines, type SoldProduct } from "../line-tables.ts";
import type { OrderLine } from "../lines/lines.ts";
import { areLines, saveLines } from "../lines/save-lines.ts";
import { findOrder, type OrderRow } from "../repository.ts";
import { returnReservations } from "./reservations.ts";

/** Returns whether an order's lines are these products, without their prices. */
export const isSold = (lines: readonly OrderLine[], sold: readonly SoldProduct[]): boolean =>
  lines.length === sold.length && sold.every((product, at) => isSameProduct(lines[at], product));

/** A line no longer names a product or bundle that was deleted for good. */
const isSameProduct = (line: OrderLine | undefined, { productId, bundleId, bundleName }: SoldProduct) =>
  line?.bundleName === bundleName &&
  (line.productId ?? productId) === productId &&
  (line.bundleId ?? bundleId) === bundleId;

/**
 * Saves what a locked, unpaid order is for: current names, types and files, and other lines if other products are bought.
 * Another set of products releases the order's reservations. Returns the updated order.
 */
export async function saveSold(
  tx: Transaction,
  deps: OrderDeps,
  order: OrderRow,
  sold: readonly SoldProduct[],
): Promise<OrderRow> {
  const isSameSet = isSold(order.lines, sold);
  const current = isSameSet ? order : await returnReservations(tx, deps, order);
  const kept = current.lines.filter((line, at) => sold[at] && isSameProduct(line, sold[at]));
  const removed = current.lines.filter((line) => !kept.includes(line));
  if (removed.length > 0) await tx.delete(orderLines).where(areLines(removed));
  await saveLines(tx, kept, ({ position }) => nameAndType(sold[position]));
  for (const [position, { fileIds, ...product }] of sold.entries()) {
    const line = kept.find((each) => each.position === position);
    const offered = order.access.flatMap(({ lineId, fileId }) => (lineId === line?.id && fileId) || []);
    if (line && isDeepStrictEqual(offered.toSorted(), fileIds.toSorted())) continue;
    await replaceAccess(tx, line ?? (await insertLine(tx, order.id, { ...product, position })));
  }
  return (await findOrder(tx, { orderId: order.id })) ?? current;
}

const nameAndType = (product: SoldProduct | undefined) =>
  product ? { name: product.name, type: product.type } : {};

/** Adds a line without a price, which is saved with the payment. */
async function insertLine(
  tx: Transaction,
  orderId: number,
  { productId, bundleId, ...line }: Omit<SoldProduct, "fileIds"> & { position: number },
): Promise<Pick<OrderLine, "id" | "orderId">> {
  const existing = (id: number | null) => sql`(select id from products where id = ${id}::bigint)`;
  const values = { ...line, orderId, itemCents: 0, amountCents: 0 };
  const row = await tx
    .insert(orderLines)
    .values({ ...values, productId: existing(productId), bundleId: existing(bundleId) })
    .returning({ id: orderLines.id, orderId: orderLines.orderId })
    .then(first);
  if (!row) throw new Error("insert returned no line");
  return row;
}
