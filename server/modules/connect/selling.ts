import type { PaymentMode, ProviderName } from "../../../contract/rules/order-states.ts";
import type { Queries } from "../../platform/database/index.ts";
import { findChosenAccount } from "./repository.ts";
import type { Modes } from "./rules.ts";

type SellingAccount = {
  provider: ProviderName;
  /**
   * The row of `connect_accounts`, or null if the chosen provider has no account in this mode, for example
   * because its keys were removed.
   */
  rowId: string | null;
  /**
   * The provider's id of the connected account, or null for the installation's own account and without a row.
   */
  account: string | null;
  mode: PaymentMode;
  /** If false, nothing is for sale now, and the mock checkout does not replace it. */
  canSell: boolean;
};

/**
 * Returns the account through which a creator sells, from stored state. Undefined if no provider is chosen,
 * so that the mock checkout applies.
 */
export async function findSellingAccount(
  db: Queries,
  { creatorId, modes }: { creatorId: number; modes: Modes },
): Promise<SellingAccount | undefined> {
  const chosen = await findChosenAccount(db, { creatorId, modes });
  if (!chosen || chosen.paymentProvider === "none") return undefined;
  const { paymentProvider, current, realProvider } = chosen;
  const found = current?.accountId ? current : undefined;
  // Onboarding in the sandbox does not select a provider, so the creator must have selected it as well.
  const isSandboxReady = found?.mode === "sandbox" && found.provider === paymentProvider && found.canSell;
  const provider = isSandboxReady ? found.provider : realProvider;
  // Another provider's account must not replace the chosen one.
  const usable = found?.provider === provider ? found : undefined;
  const mode = provider === null ? undefined : modes[provider];
  if (provider === null || mode === undefined) return undefined;
  return {
    provider,
    rowId: usable?.id ?? null,
    account: usable && usable.kind !== "own" ? usable.accountId : null,
    mode,
    canSell: usable?.canSell ?? false,
  };
}
