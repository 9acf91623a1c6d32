import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { type ConnectDeps, onAccountEvent } from "./accounts.ts";
import { registerConnectRoutes } from "./routes.ts";

/** Creates the module of creators' payout accounts. */
export function createConnect(infrastructure: Infrastructure) {
  const deps: ConnectDeps = { ...infrastructure, publicUrl: infrastructure.settings.publicUrl };
  return {
    routes: ({ registerRoute }) => registerConnectRoutes(registerRoute, deps),
    api: {
      /** Applies an event of the payment provider about an account. */
      onAccountEvent: (event: { id: string; deauthorized: boolean }) => onAccountEvent(deps, event),
    },
  } satisfies Module;
}
