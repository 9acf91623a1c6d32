import type { ProviderName } from "../../../contract/rules/order-states.ts";

/** What the operator's settings of a provider are called. */
export const PROVIDER_SETTINGS: Readonly<
  Record<ProviderName, { secretKey: string; webhookSecret: string; productId: string }>
> = {
  stripe: {
    secretKey: "STRIPE_SECRET_KEY",
    webhookSecret: "STRIPE_WEBHOOK_SECRET",
    productId: "STRIPE_PRODUCT_ID",
  },
};
