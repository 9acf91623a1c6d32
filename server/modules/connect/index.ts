import type { Queries } from "../../platform/database/index.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { type ConnectDeps, onAccountEvent } from "./accounts.ts";
import { registerConnectRoutes } from "./routes.ts";
import { paymentModeOf } from "./rules.ts";
import { findSellingAccount } from "./selling.ts";

/** Creates the module of creators' payout accounts. */
export function createConnect(infrastructure: Infrastructure) {
  const deps: ConnectDeps = { ...infrastructure, publicUrl: infrastructure.settings.publicUrl };
  const mode = paymentModeOf(deps.payments);
  return {
    routes: ({ registerRoute }) => registerConnectRoutes(registerRoute, deps),
    api: {
      /** Applies an event of the payment provider about an account. */
      onAccountEvent: (event: { id: string; deauthorized: boolean }) => onAccountEvent(deps, event),
      /** Returns the account on which a creator sells, from stored state; undefined when no provider is chosen, so that the mock checkout applies. */
      sellingAccount: (db: Queries, creatorId: number) => findSellingAccount(db, { creatorId, mode }),
    },
  } satisfies Module;
}
