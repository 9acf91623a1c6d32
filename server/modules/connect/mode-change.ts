import { movesMoney } from "../../../contract/rules/order-states.ts";
import { inTransaction, type Transaction } from "../../platform/database/index.ts";
import { type CreatorRow, lockCreator, setPayoutAccount } from "../creators/index.ts";
import type { ConnectDeps } from "./accounts.ts";
import { findCurrentAccount, listAccountsOfOtherModes, listLiveAccounts } from "./repository.ts";
import type { Modes } from "./rules.ts";
import { queueSalesModeChanged, queueSalesStopped } from "./sales-stopped.ts";
import { findSellingAccount } from "./selling.ts";

const AT_A_TIME = 500;

/**
 * Gives each creator the account that matches the mode of the keys, or none, so that no page shows an unused
 * account.
 */
export async function matchAccountsToMode(deps: ConnectDeps, modes: Modes): Promise<void> {
  const { db, pageInvalidations } = deps;
  for (const creatorId of await listAccountsOfOtherModes(db, modes, AT_A_TIME)) {
    await inTransaction(db, async (tx) => {
      const creator = await lockCreator(tx, creatorId);
      if (!creator) return;
      const current = await findCurrentAccount(tx, { creatorId, modes });
      const former = creator.stripeAccountId;
      // Another node may have changed it in the meantime.
      if (former === (current?.accountId ?? null)) return;
      await reportChangedSales(deps, tx, { creator, former, modes });
      await setPayoutAccount(tx, { creatorId, pageInvalidations, accountId: current?.accountId ?? null });
    });
  }
}

/**
 * Emails a creator whose account of the former mode took payments. Without an account, the mock checkout
 * would give the products away. With one of another mode, real sales turn into tests, or tests into real
 * sales.
 */
async function reportChangedSales(
  deps: ConnectDeps,
  tx: Transaction,
  { creator, former, modes }: { creator: CreatorRow; former: string | null; modes: Modes },
): Promise<void> {
  if (former === null || !movesMoney(creator.paymentProvider)) return;
  const account = (await listLiveAccounts(tx, { id: former })).find(
    ({ creatorId }) => creatorId === creator.id,
  );
  if (!account?.canSell) return;
  const selling = await findSellingAccount(tx, { creatorId: creator.id, modes });
  if (selling?.canSell) {
    if (selling.mode !== account.mode) await queueSalesModeChanged(tx, deps, account, selling.mode);
    return;
  }
  await queueSalesStopped(tx, deps, account, { mockCheckout: !selling && deps.mockCheckout });
}
