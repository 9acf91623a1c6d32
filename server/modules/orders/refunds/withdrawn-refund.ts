import type { Transaction } from "../../../platform/database/index.ts";
import { AppError } from "../../../platform/http/app-error.ts";
import type { PaidOrder } from "../../order-payments/index.ts";
import type { OrderDeps } from "../deps.ts";
import type { OrderRow } from "../repository.ts";

/**
 * Requests the refund of files whose buyer has withdrawn, for which nothing needs to be returned.
 * `seller`: goods, or a payment that only the seller can refund.
 * `disputed`: once the dispute is won.
 */
export async function refundWithdrawn(
  tx: Transaction,
  { orderPayments, log }: OrderDeps,
  { lines }: Pick<OrderRow, "lines">,
  paid: PaidOrder,
): Promise<"requested" | "seller" | "disputed"> {
  if (lines.some(({ type }) => type !== "digital")) return "seller";
  try {
    const request = { requestId: null, reason: "withdrawal", note: null, by: "buyer" } as const;
    await orderPayments.requestRefund(tx, paid, request);
    return "requested";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ err: error, orderId: paid.id }, "withdrawn order is not refunded automatically");
    return error.code === "orders.disputed" ? "disputed" : "seller";
  }
}
