import type { ConnectStatus } from "../../../contract/api/connect.ts";
import { inTransaction } from "../../platform/database/index.ts";
import { notFound } from "../../platform/http/app-error.ts";
import type { CreatorViewer } from "../../platform/http/viewer.ts";
import { withProviderTimeout } from "../../platform/payments/provider-timeout.ts";
import { creatorErrors, lockCreator, setPayoutAccount } from "../creators/index.ts";
import { type ConnectDeps, refreshAccount, removeAccount } from "./accounts.ts";
import { errors, messages } from "./errors.ts";
import {
  endAccount,
  findCurrentAccount,
  insertOwnAccount,
  listOwnAccounts,
  listUnknownAccounts,
  stateOf,
} from "./repository.ts";
import { paymentModeOf } from "./rules.ts";
import { findCurrent, presentStatus } from "./service.ts";

/** Lets an administrator's page sell on the account behind the installation's keys. Throws 403, 409, 503. */
export async function selectOwnAccount(deps: ConnectDeps, viewer: CreatorViewer): Promise<ConnectStatus> {
  if (!viewer.emailVerifiedAt) throw creatorErrors.unverified();
  const { creatorId } = viewer;
  const { db, payments, pageInvalidations } = deps;
  const account = await withProviderTimeout(messages.own, () => payments.readOwnAccount());
  if (!account) throw errors.noKeys();
  const owner = { creatorId, mode: paymentModeOf(payments) };
  await inTransaction(db, async (tx) => {
    if (!(await lockCreator(tx, creatorId))) throw notFound("Creator");
    const current = await findCurrentAccount(tx, owner);
    if (current?.kind === "connected" && current.accountId) throw errors.alreadyConnected();
    if (current) await endAccount(tx, current.id);
    await insertOwnAccount(tx, { ...owner, accountId: account.id, ...stateOf(account, account.id) });
    await setPayoutAccount(tx, {
      creatorId,
      pageInvalidations,
      accountId: account.id,
      paymentProvider: deps.payments.provider,
    });
  });
  return presentStatus(deps, creatorId, await findCurrent(deps, creatorId));
}

/** Disconnects the account of a creator; it continues to exist at the provider. Open payments are closed before, and those that were started meanwhile after it. Throws 503. */
export async function disconnectAccount(deps: ConnectDeps, creatorId: number): Promise<ConnectStatus> {
  const current = await findCurrent(deps, creatorId);
  if (current) {
    await withProviderTimeout(messages.disconnect, async () => {
      await deps.closeOpenPayments(creatorId);
      await removeAccount(deps, current.id, { by: "creator" });
      await deps.closeOpenPayments(creatorId);
    });
  }
  return presentStatus(deps, creatorId, await findCurrent(deps, creatorId));
}

const UNKNOWN_AT_A_TIME = 100;

/** Reads the installation's own account again for every page that sells on it, and accounts that the provider did not know with other keys. */
export async function refreshOwnAccount(deps: ConnectDeps): Promise<void> {
  const mode = paymentModeOf(deps.payments);
  const own = await listOwnAccounts(deps.db, mode);
  const unknown = await listUnknownAccounts(deps.db, { mode, limit: UNKNOWN_AT_A_TIME });
  for (const { id } of [...own, ...unknown.filter(({ kind }) => kind !== "own")]) {
    await refreshAccount(deps, id, "read");
  }
}
