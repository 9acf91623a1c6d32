import { z } from "zod";
import type { RefundReason } from "../../../contract/api/orders.ts";
import type { OrderActor } from "../../../contract/rules/order-states.ts";
import { firstOrThrow, type Transaction } from "../../platform/database/index.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { OrderPaymentDeps } from "./deps.ts";
import { errors, refundTooLarge } from "./errors.ts";
import { type DisputeRow, type OrderMoney, type PaymentRow, type RefundRow, readMoney } from "./money.ts";
import type { PaidOrder } from "./order.ts";
import { acceptedPayment, lostOf } from "./status.ts";
import { orderRefunds } from "./tables.ts";

export const REFUND_JOB = "orders.refund";
export const RefundJob = z.object({ refundId: z.uuid() });
/** A creator's request makes the refund itself; the job continues after a failure. */
const AFTER_REQUEST_SECONDS = 30;
/** Bounds the emails and the history of an order. */
const MAX_REFUNDS = 50;

export type RefundRequest = {
  /** The payment to refund, by default the one that paid the order. */
  paymentId?: string;
  /** The client's id of the request, or null when no client requested it. */
  requestId: string | null;
  /** In minor units, by default everything that is left. */
  amountCents?: number;
  reason: RefundReason;
  /** A message to the buyer. */
  note: string | null;
  /** Whether the download stays available after a full refund; unchanged by default. */
  keepAccess?: boolean;
  /** The requester. */
  by: OrderActor;
};

/**
 * Stores a refund of a locked order, with the job that makes it at the provider once the transaction is committed.
 * The same request returns the same refund.
 * Throws 400, 409.
 */
export async function requestRefund(
  tx: Transaction,
  { jobs }: OrderPaymentDeps,
  order: PaidOrder,
  request: RefundRequest,
): Promise<{ refund: RefundRow; isNew: boolean }> {
  const { payments, refunds, disputes } = await readMoney(tx, order.id);
  const { requestId, reason, note, by, keepAccess } = request;
  const known = refunds.find((refund) => requestId !== null && refund.requestId === requestId);
  if (known) return { refund: known, isNew: false };
  const payment = request.paymentId
    ? payments.find(({ id, status }) => id === request.paymentId && status === "paid")
    : acceptedPayment(payments);
  // Only the provider knows the amount of a payment that differs from its order.
  if (!payment && payments.some(({ isHeld }) => isHeld)) throw errors.notAllowed();
  if (!payment?.providerId || payment.amountCents === 0) throw errors.nothingPaid();
  if (isDisputed(disputes, payment.id)) throw errors.disputed();
  if (refunds.length >= MAX_REFUNDS) throw errors.tooMany();
  const left = refundableOf(payment, { refunds, disputes });
  if (left <= 0) throw lostOf(disputes, payment.id) > 0 ? errors.takenBack() : errors.refunded();
  const amountCents = request.amountCents ?? left;
  if (amountCents > left) throw refundTooLarge(left);
  const refund = await tx
    .insert(orderRefunds)
    .values({
      orderId: order.id,
      paymentId: payment.id,
      requestId,
      amountCents,
      status: "asked",
      reason,
      note,
      source: by,
    })
    .returning()
    .then(firstOrThrow("the refund was not stored"));
  await order.onChange(tx, { what: "refund_requested", refund, keepAccess });
  await jobs.enqueue(tx, {
    name: REFUND_JOB,
    key: refund.id,
    data: { refundId: refund.id } satisfies z.infer<typeof RefundJob>,
    startAfterSeconds: requestId === null ? 0 : AFTER_REQUEST_SECONDS,
  });
  return { refund, isNew: true };
}

/** Returns the part of a payment that is not refunded, not being refunded and not taken by the buyer's bank, in minor units. */
export function refundableOf(
  { id, amountCents }: Pick<PaymentRow, "id" | "amountCents">,
  { refunds, disputes }: Pick<OrderMoney, "refunds" | "disputes">,
): number {
  return refunds
    .filter(({ paymentId, status }) => paymentId === id && status !== "failed")
    .reduce((left, refund) => left - refund.amountCents, amountCents - lostOf(disputes, id));
}

/** Returns the refundable amount of an order in minor units: nothing before it is paid, and nothing during a dispute. */
export function refundableOfOrder({ payments, refunds, disputes }: OrderMoney): number {
  const payment = acceptedPayment(payments);
  if (!payment?.providerId || isDisputed(disputes, payment.id)) return 0;
  return Math.max(0, refundableOf(payment, { refunds, disputes }));
}

function isDisputed(disputes: readonly DisputeRow[], paymentId: string): boolean {
  return disputes.some((dispute) => dispute.paymentId === paymentId && dispute.status === "open");
}

/**
 * Refunds the rest of a second payment of a paid order, and then reports it.
 * Does nothing if nothing is left, or during its dispute; after a won dispute it is called again.
 */
export async function refundDuplicate(
  tx: Transaction,
  deps: OrderPaymentDeps,
  order: PaidOrder,
  payment: PaymentRow,
): Promise<void> {
  const { id: paymentId } = payment;
  try {
    const request = { paymentId, requestId: null, reason: "duplicate", note: null, by: "system" } as const;
    const { refund } = await requestRefund(tx, deps, order, request);
    await order.onChange(tx, { what: "duplicate", payment, refund });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    deps.log.warn({ err: error, orderId: order.id, paymentId }, "second payment is not refunded");
  }
}
