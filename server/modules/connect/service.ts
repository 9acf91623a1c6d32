import type { ConnectStatus } from "../../../contract/api/connect.ts";
import { PROVIDER_NAMES, type ProviderName } from "../../../contract/rules/order-states.ts";
import { inTransaction, type Queries } from "../../platform/database/index.ts";
import { orNotFound } from "../../platform/http/app-error.ts";
import type { CreatorViewer } from "../../platform/http/viewer.ts";
import { reserveProviderRead } from "../../platform/payments/limit.ts";
import { withProviderTimeout } from "../../platform/payments/provider-timeout.ts";
import {
  creatorErrors,
  findCreatorById,
  lockCreator,
  platformFeeBps,
  setDelayedPaymentsEnabled,
  setTipsEnabled,
} from "../creators/index.ts";
import { type ConnectDeps, refreshAccount } from "./accounts.ts";
import { errors, messages } from "./errors.ts";
import { type AccountRow, findCurrentAccount } from "./repository.ts";
import { isComplete, modeOf, modesOf, providerOf } from "./rules.ts";

/** Returns the current state of a creator's payout account from the provider. Throws 503. */
export async function getStatus(deps: ConnectDeps, whose: Whose): Promise<ConnectStatus> {
  const account = (await reserveProviderRead(deps.limits, whose.creatorId))
    ? await withProviderTimeout(messages.status, () => readCurrent(deps, whose))
    : await findCurrent(deps, whose);
  return presentStatus(deps, whose, account);
}

/** A creator's account at a provider, by default the one on which they sell. */
export type Whose = { creatorId: number; provider?: ProviderName | undefined };

/**
 * Turns tips on or off. Turning them on requires an account that can sell and has no open requirements.
 * Throws 403, 409, 503.
 */
export async function setTips(
  deps: ConnectDeps,
  { viewer, enabled }: { viewer: CreatorViewer; enabled: boolean },
): Promise<ConnectStatus> {
  const { creatorId } = viewer;
  if (enabled && !viewer.emailVerifiedAt) throw creatorErrors.unverified();
  await withProviderTimeout(messages.tips, () => readCurrent(deps, { creatorId }));
  await inTransaction(deps.db, async (tx) => {
    const creator = await lockCreator(tx, creatorId).then(orNotFound("Creator"));
    // Read again under the lock, because an event may have changed the account since.
    const account = await findCurrent(deps, { creatorId }, tx);
    const isTurningOff = !enabled && creator.tipsEnabled;
    if (!isTurningOff) {
      const provider = PROVIDER_NAMES[providerOf(deps.accountProviders, creator, account)];
      if (!account?.accountId) throw errors.notConnected({ provider });
      if (!account.canSell || !isComplete(account)) throw errors.requirementsDue({ provider });
    }
    if (creator.tipsEnabled === enabled) return;
    await setTipsEnabled(tx, { creatorId, pageInvalidations: deps.pageInvalidations, enabled });
  });
  return presentStatus(deps, { creatorId }, await findCurrent(deps, { creatorId }));
}

/** Allows or forbids slow payment methods. */
export async function setDelayedPayments(
  deps: ConnectDeps,
  { creatorId, enabled }: { creatorId: number; enabled: boolean },
): Promise<ConnectStatus> {
  await inTransaction(deps.db, (tx) => setDelayedPaymentsEnabled(tx, { creatorId, enabled }));
  return presentStatus(deps, { creatorId }, await findCurrent(deps, { creatorId }));
}

/** Returns the stored state of the creator's current account. */
export function findCurrent(
  { db, accountProviders }: ConnectDeps,
  { creatorId, provider }: Whose,
  tx: Queries = db,
) {
  return findCurrentAccount(tx, { creatorId, modes: modesOf(accountProviders, provider) });
}

/** Reads the creator's account from the provider. */
export async function readCurrent(deps: ConnectDeps, whose: Whose): Promise<AccountRow | undefined> {
  const row = await findCurrent(deps, whose);
  return row?.accountId ? refreshAccount(deps, row.id, "read") : undefined;
}

export async function presentStatus(
  deps: ConnectDeps,
  { creatorId, ...whose }: Whose,
  row: AccountRow | undefined,
): Promise<ConnectStatus> {
  const creator = await getOwnCreator(deps, creatorId);
  const id = row?.accountId ?? null;
  const account = row && id ? { ...row, id } : null;
  const provider = whose.provider ?? providerOf(deps.accountProviders, creator, row);
  return {
    offers: [...deps.accountProviders[provider].offers],
    connected: account !== null,
    tipsEnabled: creator.tipsEnabled,
    delayedPaymentsEnabled: creator.delayedPaymentsEnabled,
    platformFeeBps: platformFeeBps(creator, deps.plans),
    provider,
    mode: modeOf(deps.accountProviders[provider]),
    kind: account?.kind ?? null,
    canSell: account?.canSell ?? false,
    country: account?.country ?? null,
    account: account && {
      id: account.id,
      requirements: { currentlyDue: account.currentlyDue, pastDue: account.pastDue },
      restriction: account.restriction,
    },
  };
}

export const getOwnCreator = (deps: ConnectDeps, creatorId: number) =>
  findCreatorById(deps.db, creatorId).then(orNotFound("Creator"));
