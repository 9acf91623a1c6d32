import type { ConnectStatus } from "../../../contract/api/connect.ts";
import { PROVIDER_NAMES, type ProviderName } from "../../../contract/rules/order-states.ts";
import { inTransaction } from "../../platform/database/index.ts";
import { notFound } from "../../platform/http/app-error.ts";
import type { CreatorViewer } from "../../platform/http/viewer.ts";
import { withProviderTimeout } from "../../platform/payments/provider-timeout.ts";
import { creatorErrors, lockCreator, setPayoutAccount } from "../creators/index.ts";
import type { ConnectDeps } from "./accounts.ts";
import { errors, messages } from "./errors.ts";
import { endAccount, findCurrentAccount, insertExistingAccount, stateOf } from "./repository.ts";
import { assertOffered, modeOf, modesOf, noKeysOf } from "./rules.ts";
import { queuePayoutChanged } from "./sales-stopped.ts";
import { findCurrent, presentStatus } from "./service.ts";

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
