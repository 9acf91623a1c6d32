import { accountDeletionRoutes } from "../../../contract/api/account-deletion.ts";
import { accountExportRoutes } from "../../../contract/api/account-exports.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { getDeletion, keepAccount, keepAccountByLink, requestDeletion } from "./deletion.ts";
import type { AccountDataDeps } from "./deps.ts";
import { findReadyExport, listExports, requestExport } from "./exports.ts";

export function registerDeletionRoutes(registerRoute: RegisterRoute, deps: AccountDataDeps): void {
  registerRoute(accountDeletionRoutes.deletion, async ({ viewer: { userId, deletionAt } }) => ({
    deletion: await getDeletion(deps.db, { id: userId, deletionAt }),
  }));

  registerRoute(accountDeletionRoutes.delete, async ({ viewer }) => ({
    deletion: await requestDeletion(deps, viewer.userId),
  }));

  registerRoute(accountDeletionRoutes.keep, async ({ viewer }) => ({
    deletion: await keepAccount(deps, viewer.userId),
  }));

  registerRoute(accountDeletionRoutes.keepByLink, async ({ body }) => {
    await keepAccountByLink(deps, body.token);
    return undefined;
  });
}

export function registerExportRoutes(registerRoute: RegisterRoute, deps: AccountDataDeps): void {
  registerRoute(accountExportRoutes.exports, async ({ viewer }) => ({
    exports: await listExports(deps.db, viewer.userId),
  }));

  registerRoute(accountExportRoutes.startExport, async ({ viewer }) => ({
    export: await requestExport(deps, viewer.userId),
  }));

  registerRoute(accountExportRoutes.downloadExport, async ({ viewer, params, request, reply }) =>
    deps.files.sendStored(
      request,
      reply,
      await findReadyExport(deps.db, { userId: viewer.userId, id: params.id }),
    ),
  );
}
