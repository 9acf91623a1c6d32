import { and, eq } from "drizzle-orm";
import type { Queries } from "../../platform/database/index.ts";
import type { AppError } from "../../platform/http/app-error.ts";
import { accessEnded, downloadPaused, paymentReturned, wasRefunded } from "./errors.ts";
import { orderDisputes, orderPayments } from "./payment-tables.ts";
import type { AccessState } from "./repository.ts";

/** Returns why the download of a paid order does not work, or undefined when it does. */
export async function findAccessError(db: Queries, order: AccessState): Promise<AppError | undefined> {
  if (order.accessEndedAt) return accessEnded();
  if (order.status === "refunded") return order.keepAccess ? undefined : wasRefunded();
  if (order.status !== "disputed") return undefined;
  return (await isDisputeLost(db, order.id)) ? paymentReturned() : downloadPaused();
}

async function isDisputeLost(db: Queries, orderId: number): Promise<boolean> {
  const [lost] = await db
    .select({ id: orderDisputes.providerId })
    .from(orderDisputes)
    .innerJoin(orderPayments, eq(orderPayments.id, orderDisputes.paymentId))
    .where(
      and(
        eq(orderDisputes.orderId, orderId),
        eq(orderDisputes.status, "lost"),
        eq(orderPayments.isDuplicate, false),
      ),
    )
    .limit(1);
  return lost !== undefined;
}
