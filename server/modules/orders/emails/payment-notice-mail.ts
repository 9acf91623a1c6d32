import type { MailLink, QueuedMail } from "../../../../contract/mails/mails.ts";
import type { PaymentNotice } from "../../../../contract/mails/order-mails.ts";
import type { OrderRow } from "../repository.ts";
import { isTestMode } from "./receipt-rules.ts";

export type NoticeMoney = {
  /** Of the payment that the email is about, which may be another one than paid the order. */
  amountCents: number;
  /** The platform's fee of a second payment, where the provider does not return it. */
  keptFee?: { feeCents: number; provider: string } | undefined;
};

/** Returns the email about something unusual in the payment of an order; the buyer's leads to the order page. */
export function paymentNotice(
  order: OrderRow,
  notice: PaymentNotice,
  { main, amountCents, keptFee }: NoticeMoney & { main: MailLink },
): QueuedMail {
  const isBuyer = main.to === "order";
  return {
    mail: "payment-notice",
    notice,
    isBuyer,
    number: order.number,
    ...(isBuyer ? {} : { order: order.id }),
    product: order.productName,
    amountCents,
    ...(keptFee && { keptFee }),
    currency: order.currency,
    ...(isTestMode(order) && { isTest: true }),
    links: { main },
  };
}
