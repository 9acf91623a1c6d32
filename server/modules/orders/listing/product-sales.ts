import { and, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import type { ProductSales } from "../../../../contract/api/products.ts";
import { revenueOf } from "../../../../contract/rules/sale-money.ts";
import { anyOf } from "../../../platform/database/any-of.ts";
import type { Queries } from "../../../platform/database/index.ts";
import { boughtId, orderLines } from "../line-tables.ts";
import { total } from "../payment/sale-money.ts";
import { orders } from "../tables.ts";

/** A line's share of the money that the bank of its order's buyer holds or has taken. */
export const disputedShare = sql`round(${orders.disputedCents}::numeric * ${orderLines.amountCents} / nullif(${orders.amountCents}, 0))`;

/** Returns the revenue of each of a creator's products by currency, real orders first, in one query. The parts of a bundle count for the bundle. */
export async function salesOfProducts(
  db: Queries,
  { creatorId, productIds }: { creatorId: number; productIds: readonly number[] },
): Promise<Map<number, ProductSales[]>> {
  const mock = sql<boolean>`${orders.mode} is distinct from 'live'`;
  const rows = await db
    .select({
      productId: sql<number>`${boughtId}`.mapWith(Number),
      currency: orders.currency,
      mock,
      sold: sql<number>`count(distinct ${orders.id})::int`,
      amountCents: total(orderLines.amountCents),
      refundedCents: total(orderLines.refundedCents),
      disputedCents: total(disputedShare),
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(
      and(
        or(
          and(anyOf(orderLines.productId, productIds), isNull(orderLines.bundleName)),
          anyOf(orderLines.bundleId, productIds),
        ),
        eq(orders.creatorId, creatorId),
        isNotNull(orders.paidAt),
        ne(orders.status, "refunded"),
        eq(orders.isFreeCopy, false),
      ),
    )
    .groupBy(boughtId, orders.currency, mock)
    .orderBy(mock, orders.currency);
  const sales = new Map<number, ProductSales[]>();
  for (const { productId, currency, mock, sold, ...money } of rows) {
    const inCurrency = { currency, mock, sold, revenue_cents: revenueOf(money) };
    sales.set(productId, [...(sales.get(productId) ?? []), inCurrency]);
  }
  return sales;
}
