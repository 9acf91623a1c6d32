import { z } from "zod";
import { mailWith } from "./mail-with.ts";
import { testMode, toBuyer } from "./order-mails.ts";

/** The emails of the right of withdrawal. `Link` is the type of a link at that stage. */
export function withdrawalMails<Link extends z.ZodType>(link: Link) {
  const mail = mailWith(link);
  const order = {
    /** The id, which no email shows but earlier releases require. */
    order: z.number().int(),
    product: z.string(),
    /** The rest of the payment after earlier refunds. */
    amountCents: z.number().int(),
    currency: z.string(),
    /** The number on the receipt; empty for an order without one. */
    number: z.string(),
    /** The buyer's name as declared. */
    name: z.string(),
    at: z.iso.datetime(),
    /** True if the order is refunded automatically; otherwise the seller refunds it, goods after their return. */
    isRefunded: z.boolean(),
    /** The buyer's bank disputes the payment: a file is refunded once the seller has won. */
    isDisputed: z.boolean().optional(),
    /** False for a service, which has no download to end. */
    hasFile: z.boolean().optional(),
  };
  return [
    /** To the buyer, as the confirmation on a durable medium. `main`: the order page. */
    mail("withdrawal", { ...toBuyer, ...order, seller: z.string(), paidAt: z.iso.datetime() }),
    /** The same to the creator, who refunds by the end of `refundBy`. `main`: the list of orders. */
    mail("withdrawal-notice", { ...testMode, ...order, refundBy: z.iso.datetime() }),
    /** To a buyer who entered number and email of an order. `main`: the order page. */
    mail("order-link", { ...toBuyer, number: z.string() }),
  ] as const;
}
