import { z } from "zod";
import { PaymentMode, ProviderName } from "../rules/order-states.ts";
import { mailWith } from "./mail-with.ts";

/** Emails about a creator's ability to sell. `Link` is the schema of the button's link. */
export function salesStateMails<Link extends z.ZodType>(link: Link) {
  const mail = mailWith(link);
  return [
    /** The provider rejected a buyer's payment to this creator. `main`: the settings. */
    mail("sale-refused", { reason: z.string() }),
    /** The creator's account no longer takes payments. `mockCheckout`: buyers get their orders without paying. `main`: the settings. Emails queued by an earlier release name no provider. */
    mail("sales-stopped", { mockCheckout: z.boolean(), provider: ProviderName.optional() }),
    /** The payout destination was changed. `profile`: the new provider or account. `account`: its last characters. `main`: the security settings. */
    mail("payout-changed", {
      change: z.enum(["connected", "disconnected", "profile"]),
      provider: ProviderName.optional(),
      account: z.string().optional(),
      at: z.iso.datetime(),
    }),
    /** New keys of the operator have changed the payment mode. `live` means real money, every other mode is a test. `main`: the settings. */
    mail("sales-mode-changed", { mode: PaymentMode }),
    /** The subscription to the Creator plan has ended or was not paid. `main`: the upgrade page. */
    mail("plan-ended", {}),
  ] as const;
}
