import type Stripe from "stripe";
import type { RefundReason } from "../../../../../contract/api/orders.ts";
import { type NewRefund, type PaymentRef, type Refund, RefundRejected } from "../../sales.ts";
import { REFUND_ID_KEY, type ReadPayment, toRefund } from "./stripe-payments.ts";
import { toRefundRejection } from "./stripe-rejections.ts";
import { onAccount, orCreationFailed, unwrap } from "./stripe-responses.ts";

type Read = (ref: PaymentRef) => Promise<ReadPayment | undefined>;

const REASONS: Record<RefundReason, Stripe.RefundCreateParams.Reason | undefined> = {
  requested: "requested_by_customer",
  withdrawal: "requested_by_customer",
  duplicate: "duplicate",
  fraud: "fraudulent",
  other: undefined,
};

/** Makes a refund unless the payment has it already. Metadata identifies it, because Stripe may delete an idempotency key after a day. */
export async function makeRefund(
  stripe: Stripe,
  read: Read,
  { account, paymentId, id, amount, reason, attempt = 0, withoutFee = false }: NewRefund,
): Promise<Refund> {
  const payment = await read({ account, id: paymentId });
  const known = payment?.refunds.find(({ ours }) => ours === id);
  if (known) return known;
  if (payment?.status !== "paid" || !payment.intent) throw new RefundRejected("other");
  const because = REASONS[reason];
  const params: Stripe.RefundCreateParams = {
    payment_intent: payment.intent,
    amount,
    metadata: { [REFUND_ID_KEY]: id },
    ...(because ? { reason: because } : {}),
    // Stripe rejects this parameter if there was no fee.
    ...(payment.fee > 0 && !withoutFee ? { refund_application_fee: true } : {}),
  };
  const options = { ...onAccount(account), idempotencyKey: keyOf(id, attempt) };
  return toRefund(await orRejected(stripe.refunds.create(params, options)));
}

/** Returns the platform's fee for a refund that was made without it. Has no effect the second time. */
export async function returnFee(
  stripe: Stripe,
  read: Read,
  { account, paymentId, id, attempt = 0 }: Pick<NewRefund, "account" | "paymentId" | "id" | "attempt">,
): Promise<void> {
  const payment = await read({ account, id: paymentId });
  const refund = payment?.refunds.find(({ ours }) => ours === id);
  if (!payment?.feeId || !refund) return;
  const { data } = await unwrap(stripe.applicationFees.listRefunds(payment.feeId, { limit: 100 }));
  const unreturned = payment.fee - sumOf(data);
  const isWhole = sumOf(payment.refunds.filter(({ status }) => status === "done")) >= payment.amount;
  const share = Math.floor((payment.fee * refund.amount) / payment.amount);
  // The shares of several refunds, each rounded down, add up to less than the fee.
  const amount = isWhole ? unreturned : Math.min(share, unreturned);
  if (amount <= 0 || data.some(({ metadata }) => metadata?.[REFUND_ID_KEY] === id)) return;
  const params = { amount, metadata: { [REFUND_ID_KEY]: id } };
  const options = { idempotencyKey: keyOf(`fee-${id}`, attempt) };
  await orRejected(stripe.applicationFees.createRefund(payment.feeId, params, options));
}

const sumOf = (parts: { amount: number }[]) => parts.reduce((sum, { amount }) => sum + amount, 0);

/** Stripe repeats a refusal to the same key for a day. */
const keyOf = (id: string, attempt: number) => (attempt === 0 ? id : `${id}-${attempt}`);

const orRejected = <T>(request: Promise<T>): Promise<T> =>
  orCreationFailed(request).catch((error: unknown) => {
    throw toRefundRejection(error);
  });
