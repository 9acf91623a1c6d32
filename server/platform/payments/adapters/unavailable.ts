import type { ProviderName } from "../../../../contract/rules/order-states.ts";
import { type AccountProvider, ProviderUnavailable } from "../port.ts";
import { RefundRejected, type Sales, SellerUnavailable } from "../sales.ts";

/** The functions of a provider that creates no accounts, has no endpoints for events, and embeds nothing in our pages. */
export const WITHOUT_ACCOUNTS = {
  embedHosts: [],
  publishableKey: null,
  sandboxHost: null,
  findAccount: async () => undefined,
  createEmbeddedSession: async () => null,
  readMoney: async () => null,
  listUndelivered: async () => [],
  listWebhookEndpoints: async () => null,
} satisfies Partial<AccountProvider>;

/** Creates the placeholder of a provider without keys. It has no accounts, takes no payments and sends no requests. */
export function unavailableProvider(provider: ProviderName): { accounts: AccountProvider; sales: Sales } {
  const refuse = () => Promise.reject(new ProviderUnavailable(`${provider} is not configured`));
  return {
    accounts: {
      provider,
      mode: "sandbox",
      live: false,
      offers: [],
      authorization: null,
      ...WITHOUT_ACCOUNTS,
      createAccount: refuse,
      readAccount: async () => undefined,
      readOwnAccount: async () => null,
      createOnboardingLink: refuse,
      verifyEvent: null,
    },
    sales: {
      provider,
      mode: "sandbox",
      repeatableMs: 0,
      bounds: () => undefined,
      startPayment: () => Promise.reject(new SellerUnavailable(`${provider} is not configured`)),
      readPayment: async () => undefined,
      closePayment: async () => true,
      refund: () => Promise.reject(new RefundRejected("other")),
      returnFee: async () => {},
    },
  };
}
