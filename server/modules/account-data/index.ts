import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { endSalesJob, finishDeletions } from "./deletion.ts";
import type { AccountDataDeps } from "./deps.ts";
import { registerDeletionRoutes } from "./routes.ts";

/** Creates the module with which users take along, bring in and delete all that their account has. */
export function createAccountData(infrastructure: Infrastructure, uses: Pick<AccountDataDeps, "privacy">) {
  const deps: AccountDataDeps = { ...infrastructure, ...uses };
  return {
    routes: ({ registerRoute }) => registerDeletionRoutes(registerRoute, deps),
    jobs: [endSalesJob(deps)],
    maintenance: { "finish-account-deletions": () => finishDeletions(deps) },
  } satisfies Module;
}
