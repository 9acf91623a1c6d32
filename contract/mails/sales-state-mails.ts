import { z } from "zod";
import { PaymentMode, ProviderName } from "../rules/order-states.ts";
import { mailWith } from "./mail-with.ts";

/** The emails that tell a creator whether sales work, and what they are. `Link` is the type of a link at that stage. */
export function salesStateMails<Link extends z.ZodType>(link: Link) {
  const mail = mailWith(link);
  return [
    /** The provider would not start a buyer's payment to this creator. `main`: the settings. */
    mail("sale-refused", { reason: z.string() }),
    /** The account on which a creator sold takes no payments any more. `mockCheckout`: buyers get what they order without paying. `main`: the settings. An email that an earlier release queued names no provider. */
    mail("sales-stopped", { mockCheckout: z.boolean(), provider: ProviderName.optional() }),
    /** Where the creator's money goes was changed in their account: `profile` is the provider or account that their profile names. `account`: its last characters. `main`: the security settings. */
    mail("payout-changed", {
      change: z.enum(["connected", "disconnected", "profile"]),
      provider: ProviderName.optional(),
      account: z.string().optional(),
      at: z.iso.datetime(),
    }),
    /** The operator's keys have changed what "paid" means: `live` is real money, any other mode a rehearsal. `main`: the settings. */
    mail("sales-mode-changed", { mode: PaymentMode }),
    /** The subscription to the Creator plan has ended, or was not paid. `main`: the upgrade page. */
    mail("plan-ended", {}),
  ] as const;
}
