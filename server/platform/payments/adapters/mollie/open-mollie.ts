import type { Config } from "../../../../config/config.ts";
import type { Database } from "../../../database/index.ts";
import { createSealer } from "../../../seal.ts";
import { isMollieLive } from "../../live-key.ts";
import type { AccountProvider } from "../../port.ts";
import type { Sales } from "../../sales.ts";
import { unavailableProvider } from "../unavailable.ts";
import { mollieAccounts } from "./mollie.ts";
import { type FindAccess, ownAccess } from "./mollie-access.ts";
import { createMollieClient } from "./mollie-client.ts";
import { createMollieGrants } from "./mollie-grants.ts";
import { mollieSales } from "./mollie-sales.ts";
import { mollieTokens } from "./mollie-tokens.ts";

type Parts = Pick<Config, "mollie" | "publicUrl" | "site"> & { db: Database; secret: string };

/** Returns Mollie's accounts and sales, or a placeholder if Mollie is not configured. */
export function openMollie({ mollie, publicUrl, site, db, secret }: Parts): {
  accounts: AccountProvider;
  sales: Sales;
} {
  if (!mollie) return unavailableProvider("mollie");
  const { apiKey, apiBase } = mollie;
  const live = isMollieLive(mollie);
  const { call } = createMollieClient({ apiBase });
  const tokens = mollie.app && mollieTokens(mollie.app, apiBase);
  const grants = tokens && createMollieGrants({ db, sealer: createSealer(secret), tokens, testmode: !live });
  const own = ownAccess(apiKey);
  const findAccess: FindAccess = async (account) =>
    account === null ? own(account) : grants?.findAccess(account);
  return {
    accounts: mollieAccounts({ call, apiKey, live, app: tokens && grants && { tokens, grants } }),
    sales: mollieSales({ findAccess, live, apiBase, publicUrl, plans: site.plans }),
  };
}
