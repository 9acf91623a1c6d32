import type { PaymentProvider } from "../../../contract/api/creators.ts";
import {
  DEFAULT_PROVIDER,
  movesMoney,
  type PaymentMode,
  PROVIDER_NAMES,
  type ProviderName,
} from "../../../contract/rules/order-states.ts";
import type {
  AccountProvider,
  AccountProviders,
  PayoutAccount,
  Requirements,
} from "../../platform/payments/port.ts";
import { PROVIDER_SETTINGS } from "../../platform/payments/provider-settings.ts";
import { errors } from "./errors.ts";

/** The modes in which this process takes payments, by provider. Accounts of other modes are not used. */
export type Modes = Readonly<Record<string, PaymentMode>>;

export const modesOf = (providers: AccountProviders, provider?: ProviderName): Modes =>
  Object.fromEntries(
    Object.values(providers)
      .filter((each) => provider === undefined || each.provider === provider)
      .map((each) => [each.provider, modeOf(each)]),
  );

export function modeOf({ mode, live }: Pick<AccountProvider, "mode" | "live">): PaymentMode {
  if (mode === "sandbox") return "sandbox";
  return live ? "live" : "test";
}

/** Returns the provider of a creator's account, or without an account the chosen provider if the operator offers it. */
export function providerOf(
  providers: AccountProviders,
  { paymentProvider }: { paymentProvider: PaymentProvider },
  account: { provider: ProviderName } | undefined,
): ProviderName {
  if (account) return account.provider;
  const isOffered = movesMoney(paymentProvider) && providers[paymentProvider].offers.length > 0;
  return isOffered ? paymentProvider : DEFAULT_PROVIDER;
}

/** Returns whether the provider has no open requirements. */
export const isComplete = ({ currentlyDue, pastDue }: Requirements): boolean =>
  currentlyDue.length === 0 && pastDue.length === 0;

/**
 * Returns whether tips must be turned off. Requirements past due end tips, as does losing the ability to
 * sell. Requirements due soon do not.
 */
export function endsTips(
  before: Pick<PayoutAccount, "canSell">,
  { canSell, requirements }: Pick<PayoutAccount, "canSell" | "requirements">,
): boolean {
  return requirements.pastDue.length > 0 || (before.canSell && !canSell);
}

/** Returns the error for a kind of account that the operator's settings forbid. */
export const noKeysOf = (provider: ProviderName, kind: "connected" | "own") =>
  errors.noKeys({
    provider: PROVIDER_NAMES[provider],
    setting: PROVIDER_SETTINGS[provider][SETTING_OF[kind]],
  });

const SETTING_OF = { own: "secretKey", connected: "connectKey" } as const;

/** Throws 409 if the operator's settings forbid this kind of account. */
export function assertOffered(
  { accountProviders }: { accountProviders: AccountProviders },
  provider: ProviderName,
  kind: "connected" | "own",
): void {
  if (!accountProviders[provider].offers.includes(kind)) throw noKeysOf(provider, kind);
}
