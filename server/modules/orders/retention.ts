import { and, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import { anyOf } from "../../platform/database/any-of.ts";
import type { Queries } from "../../platform/database/index.ts";
import { inBatches, isRetained, MAX_BATCHES_PER_RUN, ordersOf } from "./anonymization.ts";
import { orderAddresses, orderEvents } from "./detail-tables.ts";
import { orderRefunds } from "./payment-tables.ts";
import { orders } from "./tables.ts";

/** Postal addresses are needed for returns and their disputes, not for the books. */
const ADDRESS_YEARS = 2;

/** Deletes what identifies the buyers of orders that were paid more than `years` years ago; amounts remain. 0: never. */
export async function deleteExpiredBuyerData(db: Queries, years: number): Promise<void> {
  if (years === 0) return;
  const nothing = {
    buyerEmail: null,
    buyerCompany: null,
    buyerVatId: null,
    note: null,
    withdrawalName: null,
    marketingConsentText: null,
    marketingConsentAt: null,
  };
  const hasBuyer = or(
    isNotNull(orders.buyerEmail),
    isNotNull(orders.buyerCompany),
    isNotNull(orders.buyerVatId),
    isNotNull(orders.note),
    isNotNull(orders.withdrawalName),
  );
  const isExpired = and(isRetained, olderThan(orders.paidAt, years), hasBuyer);
  await inBatches(async () => {
    const ids = (await ordersOf(db, isExpired)).map(({ id }) => id);
    if (ids.length === 0) return { rowCount: 0 };
    // What was written about a buyer is deleted first: afterwards its orders are not found any more.
    await db.update(orderRefunds).set({ note: null }).where(anyOf(orderRefunds.orderId, ids));
    await db.update(orderEvents).set({ note: null }).where(anyOf(orderEvents.orderId, ids));
    return db.update(orders).set(nothing).where(anyOf(orders.id, ids));
  }, MAX_BATCHES_PER_RUN);
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
