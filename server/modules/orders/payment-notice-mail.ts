import type { MailLink, QueuedMail } from "../../../contract/mails/mails.ts";
import type { PaymentNotice } from "../../../contract/mails/order-mails.ts";
import { isTestMode } from "./receipt-rules.ts";
import type { OrderRow } from "./repository.ts";

/** Returns the email about something unusual in the payment of an order; the buyer's leads to the order page. */
export function paymentNotice(order: OrderRow, notice: PaymentNotice, main: MailLink): QueuedMail {
  const isBuyer = main.to === "order";
  return {
    mail: "payment-notice",
    notice,
    isBuyer,
    number: order.number,
    ...(isBuyer ? {} : { order: order.id }),
    product: order.productName,
    amountCents: order.amountCents,
    currency: order.currency,
    ...(isTestMode(order) && { isTest: true }),
    links: { main },
  };
}
