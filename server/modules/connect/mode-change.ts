import type { PaymentMode } from "../../../contract/rules/order-states.ts";
import { inTransaction } from "../../platform/database/index.ts";
import { lockCreator, setPayoutAccount } from "../creators/index.ts";
import type { ConnectDeps } from "./accounts.ts";
import { findCurrentAccount, listAccountsOfOtherModes } from "./repository.ts";

const AT_A_TIME = 500;

/** After keys were set, changed or removed: gives each creator the account of the new mode, or none, so that no page shows an account that is not used. */
export async function matchAccountsToMode(deps: ConnectDeps, mode: PaymentMode): Promise<void> {
  const { db, pageInvalidations } = deps;
  for (const creatorId of await listAccountsOfOtherModes(db, mode, AT_A_TIME)) {
    await inTransaction(db, async (tx) => {
      if (!(await lockCreator(tx, creatorId))) return;
      const current = await findCurrentAccount(tx, { creatorId, mode });
      await setPayoutAccount(tx, { creatorId, pageInvalidations, accountId: current?.accountId ?? null });
    });
  }
}
