import { z } from "zod";
import { mailWith } from "./mail-with.ts";
import { readerLanguage } from "./reader-language.ts";

/** Emails with links to a buyer's purchases, and about the email of an order. `Link` is the schema of the button's link. */
export function orderLinkMails<Link extends z.ZodType>(link: Link) {
  const mail = mailWith(link);
  return [
    /** To an email with purchases. `main`: the page that signs in to the library. */
    mail("library-link", { ...readerLanguage, validMinutes: z.number().int() }),
    /** Sent to the corrected, unconfirmed email of an order, so it contains no free text. */
    mail("confirm-order-email", {
      ...readerLanguage,
      number: z.string().nullable(),
      validHours: z.number().int(),
    }),
    /** To the former email of an order. `main`: undoes the change. */
    mail("order-email-changed", {
      ...readerLanguage,
      number: z.string().nullable(),
      validHours: z.number().int(),
    }),
  ] as const;
}
