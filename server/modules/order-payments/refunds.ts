import { z } from "zod";
import type { RefundReason } from "../../../contract/api/orders.ts";
import type { OrderActor } from "../../../contract/rules/order-states.ts";
import { firstOrThrow, type Transaction } from "../../platform/database/index.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { OrderPaymentDeps } from "./deps.ts";
import { errors, refundTooLarge } from "./errors.ts";
import { chooseParts, lastingRefunds, leftOfLines, partsByLine, splitRefunds } from "./line-refunds.ts";
import {
  type DisputeRow,
  type OrderMoney,
  type PaymentRow,
  type RefundRow,
  readMoney,
  type SplitRefund,
} from "./money.ts";
import type { PaidOrder } from "./order.ts";
import { acceptedPayment, lostOf } from "./status.ts";
import { orderRefundLines, orderRefunds } from "./tables.ts";

export const REFUND_JOB = "orders.refund";
export const RefundJob = z.object({ refundId: z.uuid() });
/** The delay of the job after a creator's request, which makes the refund itself. The job continues after a failure. */
const AFTER_REQUEST_SECONDS = 30;
/** The maximum number of refunds of an order. It bounds the order's emails and history. */
const MAX_REFUNDS = 50;

export type RefundRequest = {
  /** The payment to refund, by default the one that paid the order. */
  paymentId?: string;
  /** The client's id of the request, or null when no client requested it. */
  requestId: string | null;
  /** In minor units, by default everything that is left. */
  amountCents?: number | undefined;
  /** Refunds these lines, by default everything that is left of each, and not the order as a whole. */
  lines?: readonly { id: number; amountCents?: number | undefined }[] | undefined;
  reason: RefundReason;
  /** A message to the buyer. */
  note: string | null;
  /** Whether the download stays available after a full refund. Unchanged by default. */
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
  const money = { refunds, disputes };
  const parts =
    request.lines && chooseParts(order.lines, request.lines, leftOfLines(order.lines, payment, money));
  const amountCents = parts
    ? parts.reduce((sum, part) => sum + part.amountCents, 0)
    : (request.amountCents ?? left);
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
  if (parts) {
    await fixEarlierParts(tx, order, lastingRefunds(money, payment));
    await insertParts(tx, refund, parts);
  }
  const lineIds = parts?.map(({ lineId }) => lineId) ?? null;
  await order.onChange(tx, { what: "refund_requested", refund, lineIds, keepAccess });
  await jobs.enqueue(tx, {
    name: REFUND_JOB,
    key: refund.id,
    data: { refundId: refund.id } satisfies z.infer<typeof RefundJob>,
    startAfterSeconds: requestId === null ? 0 : AFTER_REQUEST_SECONDS,
  });
  return { refund, isNew: true };
}

/** Stores the parts of refunds of the whole order before one of lines, because the rest of a line depends on them. */
async function fixEarlierParts(
  tx: Transaction,
  { lines }: PaidOrder,
  earlier: readonly SplitRefund[],
): Promise<void> {
  const split = splitRefunds(lines, earlier);
  for (const [at, refund] of earlier.entries()) {
    if (refund.lines.length === 0) await insertParts(tx, refund, partsByLine(lines, split[at] ?? []));
  }
}

async function insertParts(
  tx: Transaction,
  { id: refundId }: RefundRow,
  parts: SplitRefund["lines"],
): Promise<void> {
  if (parts.length > 0)
    await tx.insert(orderRefundLines).values(parts.map((part) => ({ ...part, refundId })));
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

/** Returns the refundable amount of each line of an order, in minor units. They add up to the refundable amount of the order. */
export function refundableOfLines(lines: Lines, { payments, ...money }: OrderMoney): number[] {
  const payment = acceptedPayment(payments);
  if (!payment?.providerId || isDisputed(money.disputes, payment.id)) return lines.map(() => 0);
  return leftOfLines(lines, payment, money);
}
type Lines = PaidOrder["lines"];

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
 * Does nothing if nothing is left, or during its dispute. After a won dispute, it is called again.
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
