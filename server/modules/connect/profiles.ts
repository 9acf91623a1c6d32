import type { AccountProfile } from "../../../contract/api/account-profiles.ts";
import { DEFAULT_PROVIDER, PROVIDER_NAMES } from "../../../contract/rules/order-states.ts";
import { limitProviderWrites } from "../../platform/payments/limit.ts";
import type { SalesProfile } from "../../platform/payments/port.ts";
import { withProviderTimeout } from "../../platform/payments/provider-timeout.ts";
import { type ConnectDeps, refreshAccount } from "./accounts.ts";
import { errors, messages } from "./errors.ts";
import { findCurrent, type Whose } from "./service.ts";

/**
 * Returns a creator's connected account and the reader of its profiles, or undefined if either is missing.
 */
async function findConnected(deps: ConnectDeps, whose: Whose) {
  const row = await findCurrent(deps, whose);
  const authorization = row?.kind === "connected" ? deps.accountProviders[row.provider].authorization : null;
  return row?.accountId && authorization ? { row, accountId: row.accountId, authorization } : undefined;
}

/** Lists the profiles of a creator's account from the provider. Throws 429, 503. */
export async function listProfiles(deps: ConnectDeps, whose: Whose): Promise<AccountProfile[]> {
  const found = await findConnected(deps, whose);
  if (!found) return [];
  await limitProviderWrites(deps.limits, whose.creatorId);
  return withProviderTimeout(messages.profiles, async () =>
    (await found.authorization.listProfiles(found.accountId)).map(present),
  );
}

/**
 * Selects another profile of the creator's account for new payments. Open payments keep theirs. Throws 400,
 * 409, 503.
 */
export async function selectProfile(
  deps: ConnectDeps,
  whose: Whose,
  profileId: string,
): Promise<AccountProfile[]> {
  const found = await findConnected(deps, whose);
  if (!found) throw errors.notConnected({ provider: PROVIDER_NAMES[whose.provider ?? DEFAULT_PROVIDER] });
  const { row, accountId, authorization } = found;
  return withProviderTimeout(messages.profiles, async () => {
    if (!(await authorization.selectProfile(accountId, profileId))) throw errors.unknownProfile();
    await refreshAccount(deps, row.id, "read");
    return (await authorization.listProfiles(accountId)).map(present);
  });
}

const present = ({ id, name, canSell, isSelected }: SalesProfile): AccountProfile => ({
  id,
  name,
  can_sell: canSell,
  selected: isSelected,
});
