import type { PaymentNotice } from "../../../contract/order-mails.ts";
import { paths } from "../../../contract/paths.ts";
import type { Transaction } from "../../platform/database/index.ts";
import { findOwner, listAdminEmails } from "../accounts/index.ts";
import type { OrderDeps } from "./deps.ts";
import { areReceiptsSent } from "./receipt-rules.ts";
import type { OrderRow } from "./repository.ts";

type Recipients = readonly ("buyer" | "creator" | "admins")[];

const RECIPIENTS: Record<PaymentNotice, Recipients> = {
  processing: ["buyer"],
  failed: ["buyer"],
  duplicate: ["buyer", "creator"],
  oversold: ["creator"],
  held: ["creator", "admins"],
};

/** Queues the emails about something unusual in the payment of an order, once for each `cause`. */
export async function queuePaymentNotice(
  tx: Transaction,
  { mails }: Pick<OrderDeps, "mails">,
  { order, notice, cause }: { order: OrderRow; notice: PaymentNotice; cause: string },
): Promise<void> {
  const recipients = RECIPIENTS[notice];
  const send = async (to: string | null, recipient: Recipients[number]) => {
    if (to === null) return;
    const isBuyer = recipient === "buyer";
    const path = recipient === "admins" ? paths.adminUsers() : paths.creatorOrder(order.id);
    await mails.enqueueEmail(tx, {
      to,
      mail: {
        mail: "payment-notice",
        notice,
        isBuyer,
        order: order.id,
        product: order.productName,
        amountCents: order.amountCents,
        currency: order.currency,
        links: { main: isBuyer ? { to: "order", seed: order.seed } : { to: "page", path } },
      },
      cause: `payment ${notice} ${cause} ${isBuyer ? "buyer" : to}`,
    });
  };
  if (recipients.includes("buyer") && (await areReceiptsSent(tx, order)))
    await send(order.buyerEmail, "buyer");
  const creator = order.creatorId === null ? null : (await findOwner(tx, order.creatorId)).email;
  if (recipients.includes("creator")) await send(creator, "creator");
  if (!recipients.includes("admins")) return;
  for (const email of await listAdminEmails(tx)) if (email !== creator) await send(email, "admins");
}
