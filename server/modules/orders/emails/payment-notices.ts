import type { PaymentNotice } from "../../../../contract/mails/order-mails.ts";
import { paths } from "../../../../contract/rules/paths.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { findOwner, listAdminEmails } from "../../accounts/index.ts";
import type { OrderDeps } from "../deps.ts";
import type { OrderRow } from "../repository.ts";
import { queueBuyerEmail } from "./buyer-emails.ts";
import { type NoticeMoney, paymentNotice } from "./payment-notice-mail.ts";

type Recipients = readonly ("buyer" | "creator" | "admins")[];

const RECIPIENTS: Record<PaymentNotice, Recipients> = {
  processing: ["buyer"],
  failed: ["buyer"],
  duplicate: ["buyer", "creator"],
  oversold: ["creator"],
  held: ["buyer", "creator", "admins"],
};

/** Queues the emails about an unusual event of an order's payment, once for each `cause` and within the buyer's caps. */
export async function queuePaymentNotice(
  tx: Transaction,
  deps: OrderDeps,
  { order, notice, cause, ...money }: { order: OrderRow; notice: PaymentNotice; cause: string } & NoticeMoney,
): Promise<void> {
  const recipients = RECIPIENTS[notice];
  if (recipients.includes("buyer") && order.buyerEmail !== null) {
    await queueBuyerEmail(tx, deps, {
      about: "payment",
      orderId: order.id,
      notice,
      cause,
      amountCents: money.amountCents,
    });
  }
  const send = async (to: string, path: string) =>
    deps.mails.enqueueEmail(tx, {
      to,
      mail: paymentNotice(order, notice, { main: { to: "page", path }, ...money }),
      cause: `payment ${notice} ${cause} ${to}`,
    });
  const creator = order.creatorId === null ? null : (await findOwner(tx, order.creatorId)).email;
  if (recipients.includes("creator") && creator !== null) await send(creator, paths.creatorOrder(order.id));
  if (!recipients.includes("admins")) return;
  for (const email of await listAdminEmails(tx))
    if (email !== creator) await send(email, paths.adminPayments());
}
