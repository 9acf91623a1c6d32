import { and, eq, isNotNull, ne, sql } from "drizzle-orm";
import pLimit from "p-limit";
import type { Database } from "../../platform/database/index.ts";
import type { Sales } from "../../platform/payments/sales.ts";
import { isPayable } from "./repository.ts";
import { orderPayments } from "./tables.ts";

const IN_PARALLEL = 5;

/** The numbers of payments by result. Buyers may still pay `unclosable` payments until the provider ends them. For `failed` payments, the provider did not respond. */
type ClosedPayments = { closed: number; unclosable: number; failed: number };

/**
 * Closes the payments that buyers can still make at a provider. Run before an operator replaces the provider's keys:
 * payments made afterwards could not be read with the new keys. A process that still has the old keys reads their results.
 */
export async function closeOpenPayments(
  db: Database,
  sales: Pick<Sales, "provider" | "mode" | "closePayment">,
): Promise<ClosedPayments> {
  const { provider, mode } = sales;
  const open = await db
    .select({
      ...{ id: orderPayments.id, account: orderPayments.account },
      ...{ providerId: orderPayments.providerId, status: orderPayments.status },
    })
    .from(orderPayments)
    .where(
      and(
        isPayable,
        ne(orderPayments.status, "processing"),
        eq(orderPayments.provider, provider),
        eq(orderPayments.mode, mode),
        isNotNull(orderPayments.providerId),
      ),
    );
  const count: ClosedPayments = { closed: 0, unclosable: 0, failed: 0 };
  const close = async ({ id, account, providerId, status }: (typeof open)[number]) => {
    try {
      const isClosed = await sales.closePayment({ account, id: providerId ?? "" });
      // The payment had already ended here, so it does not count.
      if (isClosed && status !== "open") return;
      count[isClosed ? "closed" : "unclosable"] += 1;
      await db
        .update(orderPayments)
        .set({ nextReadAt: sql`now()` })
        .where(and(eq(orderPayments.id, id), eq(orderPayments.status, "open")));
    } catch {
      count.failed += 1;
    }
  };
  const limit = pLimit(IN_PARALLEL);
  await Promise.all(open.map((payment) => limit(close, payment)));
  return count;
}
