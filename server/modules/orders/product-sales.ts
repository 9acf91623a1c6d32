import { and, eq, isNotNull, ne, sql } from "drizzle-orm";
import type { ProductSales } from "../../../contract/api/products.ts";
import type { Queries } from "../../platform/database/index.ts";
import { orders } from "./tables.ts";

/** Returns what each of a creator's products has brought, by currency, real orders first; in one query, however many products. */
export async function salesOfProducts(
  db: Queries,
  { creatorId, productIds }: { creatorId: number; productIds: readonly number[] },
): Promise<Map<number, ProductSales[]>> {
  const mock = sql<boolean>`${orders.mode} is distinct from 'live'`;
  const net = sql`${orders.amountCents} - ${orders.refundedCents} - ${orders.disputedCents}`;
  const rows = await db
    .select({
      productId: sql<number>`${orders.productId}`.mapWith(Number),
      currency: orders.currency,
      mock,
      sold: sql<number>`count(*)::int`,
      revenue_cents: sql<number>`sum(greatest(0, ${net}))`.mapWith(Number),
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
  for (const { productId, ...sold } of rows) sales.set(productId, [...(sales.get(productId) ?? []), sold]);
  return sales;
}
