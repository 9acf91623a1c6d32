import type { PaymentProvider } from "../../../contract/api/creators.ts";
import {
  DEFAULT_PROVIDER,
  movesMoney,
  type PaymentMode,
  type ProviderName,
} from "../../../contract/rules/order-states.ts";
import type {
  AccountProvider,
  AccountProviders,
  PayoutAccount,
  Requirements,
} from "../../platform/payments/port.ts";

/** The modes in which this process takes payments at each provider. Accounts of other modes are not used. */
export type Modes = Readonly<Record<string, PaymentMode>>;

export const modesOf = (providers: AccountProviders): Modes =>
  Object.fromEntries(Object.values(providers).map((each) => [each.provider, modeOf(each)]));

export function modeOf({ mode, live }: Pick<AccountProvider, "mode" | "live">): PaymentMode {
  if (mode === "sandbox") return "sandbox";
  return live ? "live" : "test";
}

/** Returns the provider that a creator uses: that of the account, or the chosen one. */
export function providerOf(
  { paymentProvider }: { paymentProvider: PaymentProvider },
  account: { provider: ProviderName } | undefined,
): ProviderName {
  if (account) return account.provider;
  return movesMoney(paymentProvider) ? paymentProvider : DEFAULT_PROVIDER;
}

/** Returns whether the provider requires nothing more from the creator. */
export function isComplete({ currentlyDue, pastDue }: Requirements): boolean {
  return currentlyDue.length === 0 && pastDue.length === 0;
}

/**
 * Returns whether tips must be turned off: requirements that are past due end them, and so does the loss of the ability to sell.
 * Requirements that are due soon do not.
 */
export function endsTips(
  before: Pick<PayoutAccount, "canSell">,
  { canSell, requirements }: Pick<PayoutAccount, "canSell" | "requirements">,
): boolean {
  return requirements.pastDue.length > 0 || (before.canSell && !canSell);
}
