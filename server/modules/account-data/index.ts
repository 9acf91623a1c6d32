import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { endSalesJob, finishDeletions } from "./deletion.ts";
import type { AccountDataDeps } from "./deps.ts";
import { deleteEndedExports, endKilledExports, exportJob } from "./exports.ts";
import { endKilledImports, importJob } from "./import-job.ts";
import { deleteEndedImports } from "./imports.ts";
import {
  registerDeletionRoutes,
  registerExportRoutes,
  registerImportRoutes,
  registerPreparedAccountRoutes,
} from "./routes.ts";

/** Export, import and deletion of accounts. */
export function createAccountData(
  infrastructure: Infrastructure,
  uses: Pick<AccountDataDeps, "apiKeys" | "audience" | "files" | "privacy" | "products" | "webhooks">,
) {
  const {
    publicUrl,
    maxUploadBytes,
    site: { plans },
  } = infrastructure.settings;
  const deps: AccountDataDeps = { ...infrastructure, ...uses, publicUrl, plans, maxUploadBytes };
  return {
    routes: async ({ registerRoute, addScope }) => {
      registerDeletionRoutes(registerRoute, deps);
      registerExportRoutes(registerRoute, deps);
      registerPreparedAccountRoutes(registerRoute, deps);
      await addScope((scope, register) => registerImportRoutes(scope, register, deps));
    },
    jobs: [endSalesJob(deps), exportJob(deps), importJob(deps)],
    maintenance: {
      "finish-account-deletions": () => finishDeletions(deps),
      "end-killed-exports": () => endKilledExports(deps),
      "end-killed-imports": () => endKilledImports(deps),
      "delete-ended-exports": () => deleteEndedExports(deps),
      "delete-ended-imports": () => deleteEndedImports(deps),
    },
  } satisfies Module;
}
