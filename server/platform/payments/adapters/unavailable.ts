import type { ProviderName } from "../../../../contract/rules/order-states.ts";
import { type AccountProvider, ProviderUnavailable } from "../port.ts";
import { RefundRejected, type Sales, SellerUnavailable } from "../sales.ts";

/** Accounts of a provider that creates none, sends no events by endpoints, and embeds nothing in our pages. */
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

/** Creates the place of a provider for which the operator has set no keys: it has no accounts and takes no payments, and nothing is sent anywhere. */
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
