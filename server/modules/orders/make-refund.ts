import { and, eq } from "drizzle-orm";
import { inTransaction } from "../../platform/database/index.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import type { Job } from "../../platform/jobs/port.ts";
import { RefundRejected, SellerUnavailable } from "../../platform/payments/sales.ts";
import type { OrderDeps } from "./deps.ts";
import { recordEvent } from "./history.ts";
import type { RefundRow } from "./order-state.ts";
import { orderPayments, orderRefunds } from "./payment-tables.ts";
import { refreshPayment, salesOf } from "./refresh-payment.ts";
import { queueRefundNotice } from "./refund-emails.ts";
import { REFUND_JOB, RefundJob } from "./refunds.ts";
import { lockOrder } from "./repository.ts";

/** Retries for about a week while the provider is unavailable. After that the job is among the dead jobs, and the refund still has the status `asked`. */
const RETRY = { limit: 1000, initialDelaySeconds: 2, maxDelaySeconds: 600 };

/** Defines the job that makes refunds at the provider. */
export const refundJob = (deps: OrderDeps): Job =>
  defineJob({
    name: REFUND_JOB,
    payload: RefundJob,
    retry: RETRY,
    async handler({ data: { refundId } }) {
      await makeRefund(deps, refundId, { isNew: false, isFailureEmailed: true });
    },
  });

type Attempt = {
  /** It was certainly not requested from the provider before. */
  isNew: boolean;
  /** Nobody waits for the response. */
  isFailureEmailed: boolean;
};

/**
 * Makes a stored refund at its provider and stores the result; without effect when that has happened. Repeated calls refund once:
 * the refund's id is the idempotency key, and because a provider deletes keys after a day, every repeat first looks for the refund there.
 * Throws `ProviderUnavailable`.
 */
export async function makeRefund(deps: OrderDeps, refundId: string, attempt: Attempt): Promise<void> {
  const found = await findRefund(deps, refundId);
  if (found?.refund.status !== "asked") return;
  const { refund, payment } = found;
  const sales = salesOf(deps.sales, payment);
  if (!sales || payment.providerId === null) return failRefund(deps, refund, "other", attempt);
  if (!attempt.isNew) {
    await refreshPayment(deps, payment.id);
    if ((await findRefund(deps, refundId))?.refund.status !== "asked") return;
  }
  try {
    await sales.refund({
      account: payment.account,
      paymentId: payment.providerId,
      id: refund.id,
      amount: refund.amountCents,
      reason: refund.reason ?? "other",
    });
  } catch (error) {
    if (!(error instanceof RefundRejected || error instanceof SellerUnavailable)) throw error;
    deps.log.warn({ err: error, orderId: refund.orderId, refundId }, "refund refused by the provider");
    await refreshPayment(deps, payment.id);
    return failRefund(deps, refund, error instanceof RefundRejected ? error.reason : "other", attempt);
  }
  await refreshPayment(deps, payment.id);
}

export async function findRefund({ db }: Pick<OrderDeps, "db">, id: string) {
  const [row] = await db
    .select({ refund: orderRefunds, payment: orderPayments })
    .from(orderRefunds)
    .innerJoin(orderPayments, eq(orderPayments.id, orderRefunds.paymentId))
    .where(eq(orderRefunds.id, id));
  return row;
}

/** Stores that a refund is not made, unless the provider has made it after all. */
async function failRefund(
  deps: OrderDeps,
  { id, orderId, amountCents }: RefundRow,
  failure: RefundRejected["reason"],
  { isFailureEmailed }: Attempt,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, { orderId });
    const [refund] = await tx
      .update(orderRefunds)
      .set({ status: "failed", failure })
      .where(and(eq(orderRefunds.id, id), eq(orderRefunds.status, "asked")))
      .returning();
    if (!order || !refund) return;
    await recordEvent(tx, { orderId, by: "provider", what: "refund_failed", amountCents, note: failure });
    if (isFailureEmailed) await queueRefundNotice(tx, deps, { order, refund });
  });
}
