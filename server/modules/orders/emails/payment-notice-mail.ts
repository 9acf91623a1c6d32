import type { MailLink, QueuedMail } from "../../../../contract/mails/mails.ts";
import type { PaymentNotice } from "../../../../contract/mails/order-mails.ts";
import { titleOf } from "../lines/lines.ts";
import type { OrderRow } from "../repository.ts";
import { isTestMode } from "./receipt-rules.ts";

export type NoticeMoney = {
  /** Of the email's payment, not necessarily the one that paid the order. */
  amountCents: number;
  /** The platform's fee of a second payment, if the provider does not return it. */
  keptFee?: { feeCents: number; provider: string } | undefined;
};

/** Returns an email about an unusual event of an order's payment. The buyer's links the order page. */
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
    product: titleOf(order),
    amountCents,
    ...(keptFee && { keptFee }),
    currency: order.currency,
    ...(isTestMode(order) && { isTest: true }),
    links: { main },
  };
}
