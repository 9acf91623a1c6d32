import { and, eq, isNotNull, ne, sql } from "drizzle-orm";
import type { ProductSales } from "../../../../contract/api/products.ts";
import { revenueOf } from "../../../../contract/rules/sale-money.ts";
import type { Queries } from "../../../platform/database/index.ts";
import { sumsOfOrders } from "../payment/sale-money.ts";
import { orders } from "../tables.ts";

/** Returns the revenue of each of a creator's products by currency, real orders first, in one query. */
export async function salesOfProducts(
  db: Queries,
  { creatorId, productIds }: { creatorId: number; productIds: readonly number[] },
): Promise<Map<number, ProductSales[]>> {
  const mock = sql<boolean>`${orders.mode} is distinct from 'live'`;
  const rows = await db
    .select({
      productId: sql<number>`${orders.productId}`.mapWith(Number),
      currency: orders.currency,
      mock,
      sold: sql<number>`count(*)::int`,
      amountCents: sumsOfOrders.amountCents,
      refundedCents: sumsOfOrders.refundedCents,
      disputedCents: sumsOfOrders.disputedCents,
    })
    .from(orders)
    .where(
      and(
        sql`${orders.productId} = any(${sql.param(productIds)})`,
        eq(orders.creatorId, creatorId),
        isNotNull(orders.paidAt),
        ne(orders.status, "refunded"),
      ),
    )
    .groupBy(orders.productId, orders.currency, mock)
    .orderBy(mock, orders.currency);
  const sales = new Map<number, ProductSales[]>();
  for (const { productId, currency, mock, sold, ...money } of rows) {
    const inCurrency = { currency, mock, sold, revenue_cents: revenueOf(money) };
    sales.set(productId, [...(sales.get(productId) ?? []), inCurrency]);
  }
  return sales;
}
