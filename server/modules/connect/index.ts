import { z } from "zod";
import { inTransaction, type Queries } from "../../platform/database/index.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import type { Module } from "../../platform/module.ts";
import { type AccountEvent, type ConnectDeps, onAccountEvent, refreshAccount } from "./accounts.ts";
import { matchAccountsToMode } from "./mode-change.ts";
import { platformIds } from "./platform-id.ts";
import { refreshAccounts } from "./refresh-accounts.ts";
import { registerConnectRoutes } from "./routes.ts";
import { modesOf } from "./rules.ts";
import { findSellingAccount } from "./selling.ts";

const OWN_ACCOUNT_JOB = "connect.read-own-account";

export { endAccountsOfUser } from "./end-accounts.ts";
/** Exported for reading joins. Only this module writes to it. */
export { connectAccounts } from "./tables.ts";

export type Connect = ReturnType<typeof createConnect>["api"];

/** Creators' payout accounts. */
export function createConnect(infrastructure: Infrastructure, uses: Pick<ConnectDeps, "findOwner">) {
  const { accountProviders, db, jobs, settings } = infrastructure;
  const beforeDisconnecting: ConnectDeps["closeOpenPayments"][] = [];
  const afterConnecting: ConnectDeps["readPayments"][] = [];
  const deps: ConnectDeps = {
    ...infrastructure,
    ...uses,
    closeOpenPayments: async (creatorId, provider) => {
      for (const close of beforeDisconnecting) await close(creatorId, provider);
    },
    readPayments: async (tx, account) => {
      for (const read of afterConnecting) await read(tx, account);
    },
    publicUrl: settings.publicUrl,
    plans: settings.site.plans,
    mockCheckout: settings.mockCheckout,
    platformId: platformIds(accountProviders),
  };
  const modes = modesOf(accountProviders);
  return {
    routes: ({ registerRoute }) => registerConnectRoutes(registerRoute, deps),
    jobs: [defineJob({ name: OWN_ACCOUNT_JOB, payload: z.unknown(), handler: () => refreshAccounts(deps) })],
    maintenance: {
      "match-payout-accounts-to-mode": () => matchAccountsToMode(deps, modes),
      // Runs in a job, so that a process can start while the provider is unavailable.
      "read-own-account": () =>
        inTransaction(db, (tx) => jobs.enqueue(tx, { name: OWN_ACCOUNT_JOB, data: {} })),
    },
    api: {
      /**
       * Registers a function that closes a creator's open payments at a provider before their account is
       * disconnected. It throws if the provider cannot close them.
       */
      beforeDisconnecting: (close: ConnectDeps["closeOpenPayments"]) => void beforeDisconnecting.push(close),
      /** Registers a function that runs in the transaction that connects an existing account. */
      afterConnecting: (read: ConnectDeps["readPayments"]) => void afterConnecting.push(read),
      /** Applies an event of the payment provider about an account. */
      onAccountEvent: (event: AccountEvent) => onAccountEvent(deps, event),
      /**
       * Returns the account through which a creator sells, from stored state. Undefined if no provider is
       * chosen, so that the mock checkout applies.
       */
      sellingAccount: (db: Queries, creatorId: number) => findSellingAccount(db, { creatorId, modes }),
      /** Reads an account from the provider again, for example after it refused a payment. Throws `ProviderUnavailable`. */
      refreshAccount: async (rowId: string) => void (await refreshAccount(deps, rowId, "read")),
    },
  } satisfies Module;
}
