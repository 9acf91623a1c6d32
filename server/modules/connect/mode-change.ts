import { movesMoney } from "../../../contract/rules/order-states.ts";
import { inTransaction, type Transaction } from "../../platform/database/index.ts";
import { type CreatorRow, lockCreator, setPayoutAccount } from "../creators/index.ts";
import type { ConnectDeps } from "./accounts.ts";
import { findCurrentAccount, listAccountsOfOtherModes, listLiveAccounts } from "./repository.ts";
import type { Modes } from "./rules.ts";
import { queueSalesModeChanged, queueSalesStopped } from "./sales-stopped.ts";
import { findSellingAccount } from "./selling.ts";

const AT_A_TIME = 500;

/** After a change of keys, gives each creator the account of the new mode, or none, so that no page shows an unused account. */
export async function matchAccountsToMode(deps: ConnectDeps, modes: Modes): Promise<void> {
  const { db, pageInvalidations } = deps;
  for (const creatorId of await listAccountsOfOtherModes(db, modes, AT_A_TIME)) {
    await inTransaction(db, async (tx) => {
      const creator = await lockCreator(tx, creatorId);
      if (!creator) return;
      const current = await findCurrentAccount(tx, { creatorId, modes });
      const former = creator.stripeAccountId;
      // Another node may have done it meanwhile.
      if (former === (current?.accountId ?? null)) return;
      await reportChangedSales(deps, tx, { creator, former, modes });
      await setPayoutAccount(tx, { creatorId, pageInvalidations, accountId: current?.accountId ?? null });
    });
  }
}

/**
 * Emails a creator whose account of the former mode took payments. Without a real account the mock checkout would give away
 * their products. An account of another mode turns real money into a test, or the reverse.
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
