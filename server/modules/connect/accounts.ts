import { isDeepStrictEqual } from "node:util";
import type { PaymentProvider } from "../../../contract/api/creators.ts";
import type { ProviderName } from "../../../contract/rules/order-states.ts";
import type { Plans } from "../../../contract/rules/plans.ts";
import { inTransaction, type Transaction } from "../../platform/database/index.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { PaymentEvent, PayoutAccount } from "../../platform/payments/port.ts";
import { syncFromProvider } from "../../platform/payments/sync-from-provider.ts";
import { type CreatorRow, lockCreator, setPayoutAccount, setTipsEnabled } from "../creators/index.ts";
import {
  type AccountRow,
  type AccountState,
  endAccount,
  findCurrentAccount,
  findLiveAccount,
  listLiveAccounts,
  saveAccountState,
  stateOf,
} from "./repository.ts";
import { endsTips, modesOf } from "./rules.ts";
import { queuePayoutChanged, queueSalesStopped, type StoppedSalesDeps } from "./sales-stopped.ts";

export type AccountAtProvider = { provider: ProviderName; account: string };

export type ConnectDeps = Pick<
  Infrastructure,
  "accountProviders" | "clock" | "db" | "derive" | "limits" | "log" | "pageInvalidations"
> &
  StoppedSalesDeps & {
    publicUrl: string;
    plans: Plans;
    /** Whether creators without a provider sell in the mock checkout. */
    mockCheckout: boolean;
    /**
     * Returns the id of the platform account that owns the installation's keys. Null in the sandbox, and if
     * it cannot be read.
     */
    platformId(provider: ProviderName): Promise<string | null>;
    /** Closes a creator's payments that can still be paid at a provider. */
    closeOpenPayments(creatorId: number, provider: ProviderName): Promise<void>;
    /** Schedules another read of an account's payments that could not be read while it was inaccessible. */
    readPayments(tx: Transaction, account: AccountAtProvider): Promise<void>;
  };

/** Reads an account from the provider and applies its state. Returns undefined if the account was removed. */
export async function refreshAccount(deps: ConnectDeps, rowId: string, trigger: "webhook" | "read") {
  const { db, pageInvalidations } = deps;
  let creator: CreatorRow | undefined;
  return syncFromProvider<AccountRow, { account: PayoutAccount | undefined; state: AccountState }>(db, {
    async find() {
      const known = await findLiveAccount(db, rowId);
      return known?.accountId ? known : undefined;
    },
    async request(known) {
      const account = await read(deps, known);
      const platformId = await deps.platformId(known.provider);
      if (account === "closed" || (!account && isGone(deps, known, platformId))) {
        await removeAccount(deps, rowId, { by: "provider" });
        return undefined;
      }
      return { account, state: account ? stateOf(account, platformId) : inaccessibleState(known) };
    },
    async lock(tx, { creatorId }) {
      creator = await lockCreator(tx, creatorId);
      return findLiveAccount(tx, rowId);
    },
    async save(tx, known, { account, state }) {
      // A read saves only a changed state. A webhook always saves it, because the new revision invalidates
      // older responses that are still in transit.
      if (trigger === "read" && isSame(known, state)) return known;
      const { creatorId } = known;
      await saveAccountState(tx, known.id, state);
      const modes = modesOf(deps.accountProviders);
      const isUsed = (await findCurrentAccount(tx, { creatorId, modes }))?.id === known.id;
      if (creator?.tipsEnabled && account && isUsed && endsTips(known, account)) {
        await setTipsEnabled(tx, { creatorId, pageInvalidations, enabled: false });
      }
      if (creator && isUsed && !state.canSell && sells(deps, creator, known))
        await queueSalesStopped(tx, deps, known);
      // Refresh the page, which shows whether its products can be bought.
      if (state.canSell !== known.canSell) await pageInvalidations.publish(tx, creatorId);
      return { ...known, ...state };
    },
  });
}

/**
 * Returns whether an unknown account was removed. If the keys belong to another platform, or an unknown one,
 * the account may just be inaccessible.
 */
function isGone(
  { accountProviders }: ConnectDeps,
  { kind, provider, platformId: known }: AccountRow,
  platformId: string | null,
) {
  // Providers with authorization report a withdrawal themselves.
  if (kind === "own" || accountProviders[provider].authorization) return false;
  return accountProviders[provider].mode === "sandbox" || (known !== null && known === platformId);
}

/**
 * Returns the state of an inaccessible account. It sells nothing until it is read with the right keys again.
 */
const inaccessibleState = ({
  country,
  currentlyDue,
  pastDue,
  restriction,
  ...row
}: AccountRow): AccountState => ({
  ...{ country, currentlyDue, pastDue, restriction },
  canSell: false,
  platformId: row.platformId,
  unknownSince: row.unknownSince ?? new Date(),
});

async function read({ accountProviders }: ConnectDeps, { kind, provider, accountId }: AccountRow) {
  const id = accountId ?? "";
  if (kind !== "own") return accountProviders[provider].readAccount(id);
  const own = await accountProviders[provider].readOwnAccount();
  return own?.id === id ? own : undefined;
}

function isSame(known: AccountRow, state: AccountState): boolean {
  const { country, canSell, currentlyDue, pastDue, restriction, platformId, unknownSince } = known;
  const before = { country, canSell, currentlyDue, pastDue, restriction, platformId, unknownSince };
  return isDeepStrictEqual(before, state);
}

/** Returns whether a creator sells for real money through this account. */
const sells = (
  { accountProviders }: ConnectDeps,
  { paymentProvider }: { paymentProvider: PaymentProvider },
  { canSell, provider }: AccountRow,
) => canSell && paymentProvider !== "none" && accountProviders[provider].mode !== "sandbox";

/**
 * Ends an account that was removed or disconnected, or whose owner revoked the permission. This is final, so
 * it sends no request to the provider. Emails the creator that the account was disconnected, or that sales stop.
 */
export async function removeAccount(
  deps: ConnectDeps,
  rowId: string,
  { by }: { by: "creator" | "provider" },
): Promise<void> {
  const modes = modesOf(deps.accountProviders);
  await inTransaction(deps.db, async (tx) => {
    const known = await findLiveAccount(tx, rowId);
    const creator = known && (await lockCreator(tx, known.creatorId));
    if (!creator) return;
    // Read again under the lock, because a concurrent call may have ended the account.
    const now = await findLiveAccount(tx, rowId);
    if (!now) return;
    const { creatorId } = known;
    const isUsed = (await findCurrentAccount(tx, { creatorId, modes }))?.id === rowId;
    if (by === "provider" && isUsed && sells(deps, creator, now)) await queueSalesStopped(tx, deps, now);
    await endAccount(tx, known.id);
    if (by === "creator" && now.accountId)
      await queuePayoutChanged(tx, deps, { ...now, change: "disconnected" });
    if (!isUsed) return;
    const other = await findCurrentAccount(tx, { creatorId, modes });
    await setPayoutAccount(tx, {
      creatorId,
      pageInvalidations: deps.pageInvalidations,
      accountId: other?.accountId ?? null,
    });
  });
}

export type AccountEvent = Pick<PaymentEvent, "provider"> & { id: string; deauthorized: boolean };

/** Applies an event about an account. Unknown accounts are ignored. */
export async function onAccountEvent(deps: ConnectDeps, { provider, id, deauthorized }: AccountEvent) {
  for (const row of await listLiveAccounts(deps.db, { provider, id })) {
    if (deauthorized) await removeAccount(deps, row.id, { by: "provider" });
    else await refreshAccount(deps, row.id, "webhook");
  }
}
