import { z } from "zod";
import { PaymentMode, ProviderName } from "../rules/order-states.ts";

/** The emails that tell a creator whether sales work, and what they are. `Link` is the type of a link at that stage. */
export function salesStateMails<Link extends z.ZodType>(link: Link) {
  const main = z.object({ main: link });
  return [
    /** The provider would not start a buyer's payment to this creator. `main`: the settings. */
    z.object({ mail: z.literal("sale-refused"), reason: z.string(), links: main }),
    /** The account on which a creator sold takes no payments any more. `mockCheckout`: buyers get what they order without paying. `main`: the settings. An email that an earlier release queued names no provider. */
    z.object({
      mail: z.literal("sales-stopped"),
      mockCheckout: z.boolean(),
      provider: ProviderName.optional(),
      links: main,
    }),
    /** The operator's keys have changed what "paid" means: `live` is real money, any other mode a rehearsal. `main`: the settings. */
    z.object({ mail: z.literal("sales-mode-changed"), mode: PaymentMode, links: main }),
  ] as const;
}
