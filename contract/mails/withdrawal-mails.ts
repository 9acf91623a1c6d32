import { z } from "zod";
import { mailWith } from "./mail-with.ts";
import { testMode, toBuyer } from "./order-mails.ts";

/** Emails about the right of withdrawal. `Link` is the schema of the button's link. */
export function withdrawalMails<Link extends z.ZodType>(link: Link) {
  const mail = mailWith(link);
  const order = {
    /** The id of the order. No email shows it, but earlier releases require it. */
    order: z.number().int(),
    product: z.string(),
    /** The part of the payment that is not refunded yet. */
    amountCents: z.number().int(),
    currency: z.string(),
    /** The number on the receipt, or empty for an order without a receipt. */
    number: z.string(),
    /** The buyer's name as declared. */
    name: z.string(),
    at: z.iso.datetime(),
    /** True if the order is refunded automatically. Otherwise the seller refunds it, goods after their return. */
    isRefunded: z.boolean(),
    /** True if the buyer's bank disputes the payment. A file is then refunded once the seller has won. */
    isDisputed: z.boolean().optional(),
    /** True if it is about a service, whose provided part the buyer pays. */
    hasService: z.boolean().optional(),
    /** False for a service, which has no download to end. */
    hasFile: z.boolean().optional(),
  };
  return [
    /** To the buyer, as the confirmation on a durable medium. `main`: the order page. */
    mail("withdrawal", { ...toBuyer, ...order, seller: z.string(), paidAt: z.iso.datetime() }),
    /** To the creator, who must refund by the end of `refundBy`. `main`: the list of orders. */
    mail("withdrawal-notice", { ...testMode, ...order, refundBy: z.iso.datetime() }),
    /** To a buyer who entered number and email of an order. `main`: the order page. */
    mail("order-link", { ...toBuyer, number: z.string() }),
  ] as const;
}
