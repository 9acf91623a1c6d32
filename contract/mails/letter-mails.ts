import { z } from "zod";
import { mailWith } from "./mail-with.ts";

/** Tells a creator why an email to their audience failed. `main`: the creator's emails. `Link` is the schema of the button's link. */
export const letterNotSent = <Link extends z.ZodType>(link: Link) =>
  mailWith(link)("letter-not-sent", {
    subject: z.string(),
    /** The reason, in the words of the product or of the mail server. */
    reason: z.string(),
    /** The number of reached recipients and of all recipients, or null for a scheduled email that is a draft again. */
    reached: z.object({ sent: z.number().int(), total: z.number().int() }).nullable(),
  });
