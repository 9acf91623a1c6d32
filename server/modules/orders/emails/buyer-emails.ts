import { z } from "zod";
import type { QueuedMail } from "../../../../contract/mails/mails.ts";
import { PaymentNotice } from "../../../../contract/mails/order-mails.ts";
import { RECEIPT_CAPS } from "../../../../contract/rules/limits.ts";
import { inTransaction, type Transaction } from "../../../platform/database/index.ts";
import { AppError } from "../../../platform/http/app-error.ts";
import { defineJob } from "../../../platform/jobs/define-job.ts";
import type { Job } from "../../../platform/jobs/port.ts";
import { EMAIL_RETRY } from "../../../platform/mail/mails.ts";
import { listRefunds, takeUnmailedRefund } from "../../order-payments/index.ts";
import { linkSeedOf } from "../access/tokens.ts";
import type { OrderDeps } from "../deps.ts";
import { recordEmail } from "../history.ts";
import { type OrderLine, shipmentOf, titleOf } from "../lines/lines.ts";
import { findOrder, lockOrder, type OrderRow } from "../repository.ts";
import { buyerEmailFrame } from "./buyer-email-frame.ts";
import { paymentNotice } from "./payment-notice-mail.ts";
import { areReceiptsSent, isRealMoney, reserveReceipt, reserveSellerText } from "./receipt-rules.ts";

const JOB = "orders.buyer-email";
const BuyerEmail = z.discriminatedUnion("about", [
  z.object({ about: z.literal("refund"), orderId: z.number().int(), refundId: z.uuid() }),
  /** `change` identifies the entry of the history, so a tracking that is changed back causes another email. */
  z.object({
    about: z.literal("shipping"),
    orderId: z.number().int(),
    change: z.string(),
    /** The shipped lines, unless all goods were shipped. */
    lines: z.array(z.number().int()).optional(),
  }),
  z.object({
    about: z.literal("payment"),
    orderId: z.number().int(),
    notice: PaymentNotice,
    cause: z.string(),
    /** None in jobs that an earlier release queued. */
    amountCents: z.number().int().optional(),
  }),
]);
type BuyerEmail = z.infer<typeof BuyerEmail>;

/** Enqueues an email to the buyer of an order as a separate job, because its caps are counted outside of the transaction. */
export async function queueBuyerEmail(tx: Transaction, { jobs }: OrderDeps, email: BuyerEmail) {
  await jobs.enqueue(tx, { name: JOB, key: JSON.stringify(email), data: email });
}

/** Defines the job that emails buyers about payments, refunds and shipping, within the caps of receipts. */
export const buyerEmailJob = (deps: OrderDeps): Job =>
  defineJob({
    name: JOB,
    payload: BuyerEmail,
    retry: EMAIL_RETRY,
    async handler({ data }) {
      const order = await findOrder(deps.db, { orderId: data.orderId });
      const to = order?.buyerEmail;
      if (!order || !to || !(await areReceiptsSent(deps.db, order))) return;
      if (data.about === "shipping" && !(await reserveShippingEmail(deps, order))) return;
      if (!(await reserveEmail(deps, { order, to, about: data.about }))) return;
      await inTransaction(deps.db, (tx) => enqueueEmail(tx, deps, data, to));
    },
  });

/** Counts an email against its caps, unless real money moved. */
async function reserveEmail(
  deps: OrderDeps,
  { about, ...email }: { order: OrderRow; to: string; about: BuyerEmail["about"] },
): Promise<boolean> {
  if (about !== "payment") return reserveSellerText(deps, email);
  return isRealMoney(email.order) || reserveReceipt(deps, { ...email, ip: null });
}

async function enqueueEmail(tx: Transaction, deps: OrderDeps, email: BuyerEmail, to: string): Promise<void> {
  const order = await lockOrder(tx, { orderId: email.orderId });
  if (!order) return;
  const mail = await mailOf(tx, deps, order, email);
  if (!mail) return;
  const frame = await buyerEmailFrame(tx, deps, order);
  const { creatorId } = order;
  const cause = JSON.stringify(email);
  await deps.mails.enqueueEmail(tx, { to, mail: { ...frame, ...mail }, cause, creatorId });
  const { about } = email;
  if (about !== "payment") await recordEmail(tx, order, about === "refund" ? "Refund" : "Shipping");
}

async function mailOf(
  tx: Transaction,
  { clock }: OrderDeps,
  order: OrderRow,
  email: BuyerEmail,
): Promise<QueuedMail | undefined> {
  if (email.about === "refund") return refundMail(tx, order, { refundId: email.refundId, now: clock.now() });
  return email.about === "shipping"
    ? shippingMail(order, email.lines)
    : paymentNotice(order, email.notice, {
        main: { to: "order", seed: linkSeedOf(order) },
        amountCents: email.amountCents ?? order.amountCents,
      });
}

/** Counts an email about shipping against the order's cap, because a creator can change the tracking at will. The order page shows the latest. */
async function reserveShippingEmail({ limits, log }: OrderDeps, { id, seed }: OrderRow): Promise<boolean> {
  try {
    await limits.consume({ name: "shipping-mail", key: seed, ...RECEIPT_CAPS.order });
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ err: error, orderId: id }, "shipping not emailed: the order reached its limit");
    return false;
  }
}

const aboutOrder = (order: OrderRow, lines: readonly OrderLine[] = order.lines) => ({
  number: order.number,
  product: titleOf({ ...order, lines }),
  currency: order.currency,
  creator: order.creator?.displayName ?? "",
  links: { main: { to: "order" as const, seed: linkSeedOf(order) } },
});

/** Returns the email about a completed refund, or undefined if it was already sent. */
async function refundMail(
  tx: Transaction,
  order: OrderRow,
  sent: { refundId: string; now: Date },
): Promise<QueuedMail | undefined> {
  const refund = await takeUnmailedRefund(tx, sent);
  if (!refund) return undefined;
  const { amountCents, note } = refund;
  const parts = (await listRefunds(tx, order.id)).find(({ id }) => id === refund.id)?.lines ?? [];
  const lines =
    parts.length > 0
      ? order.lines.filter(({ id }) => parts.some(({ lineId }) => lineId === id))
      : order.lines;
  return { mail: "refund", ...aboutOrder(order, lines), amountCents, note, mock: order.mode !== "live" };
}

function shippingMail(order: OrderRow, lineIds: readonly number[] | undefined): QueuedMail | undefined {
  const { amountCents } = order;
  const lines = lineIds ? order.lines.filter(({ id }) => lineIds.includes(id)) : order.lines;
  const { shippedAt, tracking } = shipmentOf({ lines });
  if (!shippedAt) return undefined;
  return {
    mail: "shipped",
    ...aboutOrder(order, lines),
    amountCents,
    tracking,
    shippedAt: shippedAt.toISOString(),
  };
}
