import type { Transaction } from "../../../platform/database/index.ts";
import { AppError } from "../../../platform/http/app-error.ts";
import type { PaidOrder } from "../../order-payments/index.ts";
import type { OrderDeps } from "../deps.ts";
import type { OrderLine } from "../lines/lines.ts";

/**
 * Requests the refund of lines whose buyer has withdrawn, if they are digital, for which nothing needs to be returned.
 * `seller`: goods, a service, whose provided part is paid, or a payment that only the seller can refund.
 * `disputed`: once the dispute is won.
 */
export async function refundWithdrawn(
  tx: Transaction,
  { orderPayments, log }: OrderDeps,
  { paid, lines }: { paid: PaidOrder; lines: readonly OrderLine[] },
): Promise<"requested" | "seller" | "disputed"> {
  if (lines.some(({ type }) => type !== "digital")) return "seller";
  try {
    const isWhole = lines.length === paid.lines.length;
    await orderPayments.requestRefund(tx, paid, {
      ...(isWhole ? {} : { lines: lines.map(({ id }) => ({ id })) }),
      requestId: null,
      reason: "withdrawal",
      note: null,
      by: "buyer",
    });
    return "requested";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ err: error, orderId: paid.id }, "withdrawn order is not refunded automatically");
    return error.code === "orders.disputed" ? "disputed" : "seller";
  }
}
