import type { ProviderName } from "../../../contract/rules/order-states.ts";

/** The names of a provider's settings, or null if it needs none. */
export const PROVIDER_SETTINGS: Readonly<
  Record<
    ProviderName,
    {
      secretKey: string;
      /** Lets creators connect accounts of their own. */
      connectKey: string;
      webhookSecret: string | null;
      productId: string | null;
    }
  >
> = {
  stripe: {
    secretKey: "STRIPE_SECRET_KEY",
    connectKey: "STRIPE_SECRET_KEY",
    webhookSecret: "STRIPE_WEBHOOK_SECRET",
    productId: "STRIPE_PRODUCT_ID",
  },
  // Its events have no signature, and it does not sell the plan.
  mollie: {
    secretKey: "MOLLIE_API_KEY",
    connectKey: "MOLLIE_CLIENT_ID",
    webhookSecret: null,
    productId: null,
  },
};
