import type { ProviderName } from "../../../contract/rules/order-states.ts";
import { type AccountProviders, ProviderUnavailable } from "../../platform/payments/port.ts";

/**
 * Returns a function that reads the account id of the installation's keys at a provider once. After a
 * failure, the next call tries again.
 */
export function platformIds(providers: AccountProviders): (provider: ProviderName) => Promise<string | null> {
  const ids = new Map<ProviderName, string>();
  return async (provider) => {
    try {
      const id = ids.get(provider) ?? (await providers[provider].readOwnAccount())?.id;
      if (id !== undefined) ids.set(provider, id);
    } catch (error) {
      // A restricted key may not read it. Accounts then never count as removed.
      if (!(error instanceof ProviderUnavailable)) throw error;
    }
    return ids.get(provider) ?? null;
  };
}
