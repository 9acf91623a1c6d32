import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { endSalesJob, finishDeletions } from "./deletion.ts";
import type { AccountDataDeps } from "./deps.ts";
import { deleteEndedExports, exportJob } from "./exports.ts";
import { registerDeletionRoutes, registerExportRoutes } from "./routes.ts";

/** Creates the module with which users take along, bring in and delete all that their account has. */
export function createAccountData(
  infrastructure: Infrastructure,
  uses: Pick<AccountDataDeps, "files" | "privacy">,
) {
  const deps: AccountDataDeps = { ...infrastructure, ...uses, publicUrl: infrastructure.settings.publicUrl };
  return {
    routes: ({ registerRoute }) => {
      registerDeletionRoutes(registerRoute, deps);
      registerExportRoutes(registerRoute, deps);
    },
    jobs: [endSalesJob(deps), exportJob(deps)],
    maintenance: {
      "finish-account-deletions": () => finishDeletions(deps),
      "delete-ended-exports": () => deleteEndedExports(deps),
    },
  } satisfies Module;
}
