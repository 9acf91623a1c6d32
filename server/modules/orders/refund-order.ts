import type { RefundReason } from "../../../contract/api/orders.ts";
import { inTransaction } from "../../platform/database/index.ts";
import type { AppError } from "../../platform/http/app-error.ts";
import { ProviderUnavailable } from "../../platform/payments/port.ts";
import { PROVIDER_TIMEOUT_MS } from "../../platform/payments/provider-timeout.ts";
import { withTimeout } from "../../platform/timeout.ts";
import type { OrderDeps } from "./deps.ts";
import { disputed, notRefundable, orderNotFound, refundTooLarge } from "./errors.ts";
import { findRefund, makeRefund } from "./make-refund.ts";
import { readMoney } from "./order-state.ts";
import { refundableOf, requestRefund } from "./refunds.ts";
import { lockOrder } from "./repository.ts";

type CreatorRefund = {
  requestId: string;
  amountCents?: number | undefined;
  reason: RefundReason;
  note: string | null;
  keepAccess?: boolean | undefined;
};

/** Refunds one of a creator's orders. Returns whether the provider has received it; otherwise a job continues. Throws 400, 404, 409. */
export async function refundOrder(
  deps: OrderDeps,
  key: { id: number; creatorId: number },
  request: CreatorRefund,
): Promise<boolean> {
  const { refund, isNew } = await inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, key);
    if (!order) throw orderNotFound();
    return requestRefund(tx, deps, order, { ...request, by: "creator" });
  });
  try {
    const attempt = makeRefund(deps, refund.id, { isNew, isFailureEmailed: false });
    await withTimeout(attempt, PROVIDER_TIMEOUT_MS, () => undefined);
  } catch (error) {
    // A provider that fails may have made the refund all the same: the job looks for it first.
    if (!(error instanceof ProviderUnavailable)) throw error;
    deps.log.warn({ err: error, refundId: refund.id }, "the provider failed; the job makes the refund");
  }
  const made = (await findRefund(deps, refund.id)) ?? { refund };
  if (made.refund.status === "failed") throw await toError(deps, made.refund);
  return made.refund.status !== "asked";
}

async function toError(
  { db }: Pick<OrderDeps, "db">,
  { orderId, paymentId, failure }: { orderId: number; paymentId: string; failure: string | null },
): Promise<AppError> {
  if (failure === "disputed") return disputed();
  if (failure === "balance") return notRefundable("balance");
  if (failure !== "too_much") return notRefundable("provider");
  const { payments, refunds } = await readMoney(db, orderId);
  const payment = payments.find(({ id }) => id === paymentId);
  const left = payment ? refundableOf(payment, refunds) : 0;
  return left > 0 ? refundTooLarge(left) : notRefundable("refunded");
}
