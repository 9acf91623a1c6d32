import { type ConnectDeps, refreshAccount } from "./accounts.ts";
import { isAccountKnown, listAuthorizedAccounts } from "./authorized-accounts.ts";
import { listOwnAccounts, listUnknownAccounts } from "./repository.ts";
import { modesOf } from "./rules.ts";

const MAX_READS = 100;

/**
 * Refreshes accounts whose changes no event reports: the installation's own, accounts that the provider did not
 * know at the last read, and accounts at providers without account events. Revokes access without an account.
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
    ...(await listUnknownAccounts(db, { modes, limit: MAX_READS })).filter(({ kind }) => kind !== "own"),
    ...(await listAuthorizedAccounts(db, { modes: authorizedModes, limit: MAX_READS })),
  ];
  for (const id of new Set(rows.map((row) => row.id))) await refreshAccount(deps, id, "read");
  for (const { authorization, provider } of authorized)
    await authorization?.endUnused((accountId) => isAccountKnown(db, { provider, accountId }));
}
