import type { ConnectStatus } from "../../../contract/api/connect.ts";
import { PROVIDER_NAMES, type ProviderName } from "../../../contract/rules/order-states.ts";
import { inTransaction } from "../../platform/database/index.ts";
import { notFound } from "../../platform/http/app-error.ts";
import type { CreatorViewer } from "../../platform/http/viewer.ts";
import { withProviderTimeout } from "../../platform/payments/provider-timeout.ts";
import { creatorErrors, lockCreator, setPayoutAccount } from "../creators/index.ts";
import { type ConnectDeps, refreshAccount, removeAccount } from "./accounts.ts";
import { isAccountKnown, listAuthorizedAccounts } from "./authorized-accounts.ts";
import { errors, messages } from "./errors.ts";
import {
  endAccount,
  findCurrentAccount,
  insertExistingAccount,
  listOwnAccounts,
  listUnknownAccounts,
  stateOf,
} from "./repository.ts";
import { assertOffered, modeOf, modesOf, noKeysOf } from "./rules.ts";
import { queuePayoutChanged } from "./sales-stopped.ts";
import { findCurrent, presentStatus, type Whose } from "./service.ts";

/** Lets an administrator's page sell through the account of the installation's keys. Throws 403, 409, 503. */
export async function selectOwnAccount(
  deps: ConnectDeps,
  { viewer, provider }: { viewer: CreatorViewer; provider: ProviderName },
): Promise<ConnectStatus> {
  if (!viewer.emailVerifiedAt) throw creatorErrors.unverified();
  const { creatorId } = viewer;
  const { accountProviders, db, pageInvalidations } = deps;
  const payments = accountProviders[provider];
  const label = PROVIDER_NAMES[provider];
  assertOffered(deps, provider, "own");
  const account = await withProviderTimeout(messages.own({ provider: label }), () =>
    payments.readOwnAccount(),
  );
  if (!account) throw noKeysOf(provider, "own");
  const modes = modesOf(accountProviders, provider);
  await inTransaction(db, async (tx) => {
    if (!(await lockCreator(tx, creatorId))) throw notFound("Creator");
    // Several administrators may use the account, but each only once.
    const current = await findCurrentAccount(tx, { creatorId, modes });
    if (current?.kind === "connected" && current.accountId)
      throw errors.alreadyConnected({ provider: PROVIDER_NAMES[current.provider] });
    if (current) await endAccount(tx, current.id);
    const owner = { creatorId, provider, mode: modeOf(payments) };
    await insertExistingAccount(tx, {
      ...owner,
      kind: "own",
      accountId: account.id,
      ...stateOf(account, account.id),
    });
    await setPayoutAccount(tx, {
      creatorId,
      pageInvalidations,
      accountId: account.id,
      paymentProvider: provider,
    });
    const { id: accountId } = account;
    await queuePayoutChanged(tx, deps, { creatorId, provider, accountId, change: "connected" });
  });
  return presentStatus(deps, { creatorId, provider }, await findCurrent(deps, { creatorId, provider }));
}

/**
 * Disconnects a creator's account, which continues to exist at the provider. Closes open payments before, and
 * those started in the meantime afterwards. Throws 503.
 */
export async function disconnectAccount(deps: ConnectDeps, whose: Whose): Promise<ConnectStatus> {
  const { creatorId } = whose;
  const current = await findCurrent(deps, whose);
  if (current) {
    const provider = PROVIDER_NAMES[current.provider];
    await withProviderTimeout(messages.disconnect({ provider }), async () => {
      await deps.closeOpenPayments(creatorId, current.provider);
      await removeAccount(deps, current.id, { by: "creator" });
      await deps.closeOpenPayments(creatorId, current.provider);
    });
  }
  return presentStatus(deps, whose, await findCurrent(deps, whose));
}

const AT_A_TIME = 100;

/**
 * Reads accounts that send no events: the installation's own, those unknown with other keys, and those at
 * providers without account events. Revokes unused access.
 */
export async function refreshAccounts(deps: ConnectDeps): Promise<void> {
  const { accountProviders, db } = deps;
  const modes = modesOf(accountProviders);
  const authorized = Object.values(accountProviders).filter(({ authorization }) => authorization);
  const authorizedModes = Object.assign(
    {},
    ...authorized.map(({ provider }) => modesOf(accountProviders, provider)),
  );
  const rows = [
    ...(await listOwnAccounts(db, modes)),
    ...(await listUnknownAccounts(db, { modes, limit: AT_A_TIME })).filter(({ kind }) => kind !== "own"),
    ...(await listAuthorizedAccounts(db, { modes: authorizedModes, limit: AT_A_TIME })),
  ];
  for (const id of new Set(rows.map((row) => row.id))) await refreshAccount(deps, id, "read");
  for (const { authorization, provider } of authorized)
    await authorization?.endUnused((accountId) => isAccountKnown(db, { provider, accountId }));
}
