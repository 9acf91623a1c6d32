import type { Config } from "../../../config/config.ts";
import { isLiveKey } from "../live-key.ts";
import type { AccountProvider } from "../port.ts";
import type { Sales } from "../sales.ts";
import { mollieAccounts } from "./mollie.ts";
import { ownAccess } from "./mollie-access.ts";
import { mollieSales } from "./mollie-sales.ts";
import { unavailableProvider } from "./unavailable.ts";

/** Returns Mollie, or its place where the operator has no key of it. */
export function openMollie({ mollie, publicUrl }: Pick<Config, "mollie" | "publicUrl">): {
  accounts: AccountProvider;
  sales: Sales;
} {
  if (!mollie) return unavailableProvider("mollie");
  const { apiKey, apiBase } = mollie;
  return {
    accounts: mollieAccounts(mollie),
    sales: mollieSales({ findAccess: ownAccess(apiKey), live: isLiveKey(apiKey), apiBase, publicUrl }),
  };
}
