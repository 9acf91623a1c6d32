import { and, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { Queries } from "../../platform/database/index.ts";
import { deleteBuyerData, inBatches, isRetained, MAX_BATCHES_PER_RUN, ordersOf } from "./anonymization.ts";
import { orderAddresses } from "./detail-tables.ts";
import { orders } from "./tables.ts";

/** Postal addresses are needed for returns and their disputes, not for the books. */
const ADDRESS_YEARS = 2;

/** Deletes what identifies the buyers of orders that were paid more than `years` years ago; amounts remain. 0: never. */
export async function deleteExpiredBuyerData(db: Queries, years: number): Promise<void> {
  if (years === 0) return;
  const hasBuyer = or(
    isNotNull(orders.buyerEmail),
    isNotNull(orders.buyerCompany),
    isNotNull(orders.buyerVatId),
    isNotNull(orders.note),
    isNotNull(orders.withdrawalName),
  );
  await deleteBuyerData(db, and(isRetained, olderThan(orders.paidAt, years), hasBuyer), MAX_BATCHES_PER_RUN);
}

/** Deletes postal addresses two years after shipping, or after payment where nothing was shipped. */
export async function deleteExpiredAddresses(db: Queries): Promise<void> {
  const since = sql`coalesce(${orders.shippedAt}, ${orders.paidAt})`;
  const withAddress = inArray(orders.id, db.select({ id: orderAddresses.orderId }).from(orderAddresses));
  const batch = ordersOf(db, and(withAddress, olderThan(since, ADDRESS_YEARS)));
  await inBatches(
    () => db.delete(orderAddresses).where(inArray(orderAddresses.orderId, batch)),
    MAX_BATCHES_PER_RUN,
  );
}

const olderThan = (time: SQL | typeof orders.paidAt, years: number): SQL =>
  sql`${time} < now() - make_interval(years => ${years})`;
