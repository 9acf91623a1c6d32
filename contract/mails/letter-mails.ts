import { z } from "zod";
import { mailWith } from "./mail-with.ts";

/** The email that tells a creator what has prevented one to the own audience. `main`: the emails of the creator. `Link` is the type of a link at that stage. */
export const letterNotSent = <Link extends z.ZodType>(link: Link) =>
  mailWith(link)("letter-not-sent", {
    subject: z.string(),
    /** A sentence of the product, or of the mail server. */
    reason: z.string(),
    /** How many it has reached of how many; null for a scheduled one that is a draft again. */
    reached: z.object({ sent: z.number().int(), total: z.number().int() }).nullable(),
  });
