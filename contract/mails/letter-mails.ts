import { z } from "zod";
import { mailWith } from "./mail-with.ts";

/** Tells a creator why an email to their audience failed. `main`: the creator's emails. `Link` is the type of a link at that stage. */
export const letterNotSent = <Link extends z.ZodType>(link: Link) =>
  mailWith(link)("letter-not-sent", {
    subject: z.string(),
    /** A sentence of the product or of the mail server. */
    reason: z.string(),
    /** The number of reached recipients out of all, or null for a scheduled email that is a draft again. */
    reached: z.object({ sent: z.number().int(), total: z.number().int() }).nullable(),
  });
