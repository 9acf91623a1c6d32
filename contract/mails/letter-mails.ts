import { z } from "zod";

/** The email that tells a creator what has prevented one to the own audience. `Link` is the type of a link at that stage. */
export const letterNotSent = <Link extends z.ZodType>(link: Link) =>
  z.object({
    mail: z.literal("letter-not-sent"),
    subject: z.string(),
    /** A sentence of the product, or of the mail server. */
    reason: z.string(),
    /** How many it has reached of how many; null for a scheduled one that is a draft again. */
    reached: z.object({ sent: z.number().int(), total: z.number().int() }).nullable(),
    /** `main`: the emails of the creator. */
    links: z.object({ main: link }),
  });
