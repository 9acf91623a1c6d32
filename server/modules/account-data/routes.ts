import type { FastifyInstance } from "fastify";
import { accountDeletionRoutes } from "../../../contract/api/account-deletion.ts";
import { accountExportRoutes } from "../../../contract/api/account-exports.ts";
import { accountImportRoutes } from "../../../contract/api/account-imports.ts";
import { preparedAccountRoutes } from "../../../contract/api/prepared-account.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { untilClosed } from "../../platform/http/until-closed.ts";
import { acceptUploads, createUploadSlots } from "../files/index.ts";
import { getDeletion, keepAccount, keepAccountByLink, requestDeletion } from "./deletion.ts";
import type { AccountDataDeps } from "./deps.ts";
import { findReadyExport, listExports, requestExport } from "./exports.ts";
import { listImports, startImport } from "./imports.ts";
import { deletePrepared, findPrepared, keepPrepared } from "./prepared.ts";

export function registerDeletionRoutes(registerRoute: RegisterRoute, deps: AccountDataDeps): void {
  registerRoute(accountDeletionRoutes.deletion, async ({ viewer: { userId, deletionAt } }) => ({
    deletion: await getDeletion(deps.db, { id: userId, deletionAt }),
  }));

  registerRoute(accountDeletionRoutes.delete, async ({ viewer, request }) => ({
    deletion: await requestDeletion(deps, { viewer, ip: request.ip }),
  }));

  registerRoute(accountDeletionRoutes.keep, async ({ viewer }) => ({
    deletion: await keepAccount(deps, viewer.userId),
  }));

  registerRoute(accountDeletionRoutes.keepByLink, ({ body }) => keepAccountByLink(deps, body.token));
}

export function registerExportRoutes(registerRoute: RegisterRoute, deps: AccountDataDeps): void {
  registerRoute(accountExportRoutes.exports, async ({ viewer }) => ({
    exports: await listExports(deps.db, viewer.userId),
  }));

  registerRoute(accountExportRoutes.startExport, async ({ viewer, request }) => ({
    export: await requestExport(deps, { viewer, ip: request.ip }),
  }));

  registerRoute(accountExportRoutes.downloadExport, async ({ viewer, params, request, reply }) =>
    deps.files.sendStored(
      request,
      reply,
      await findReadyExport(deps.db, { userId: viewer.userId, id: params.id }),
    ),
  );
}

export function registerPreparedAccountRoutes(registerRoute: RegisterRoute, deps: AccountDataDeps): void {
  registerRoute(preparedAccountRoutes.show, async ({ viewer }) => ({
    prepared: await findPrepared(deps.db, viewer),
  }));

  registerRoute(preparedAccountRoutes.keep, ({ viewer }) => keepPrepared(deps, viewer.userId));

  registerRoute(preparedAccountRoutes.delete, ({ viewer }) => deletePrepared(deps, viewer.userId));
}

/** Registers the routes of imports. `scope` should be separate, because it gets a parser for multipart bodies. */
export async function registerImportRoutes(
  scope: FastifyInstance,
  registerRoute: RegisterRoute,
  deps: AccountDataDeps,
): Promise<void> {
  registerRoute(accountImportRoutes.imports, async ({ viewer }) => ({
    imports: await listImports(deps.db, viewer.userId),
  }));

  await acceptUploads(scope, accountImportRoutes.startImport);
  const acquireUploadSlot = createUploadSlots(1);
  registerRoute(accountImportRoutes.startImport, async ({ viewer, query, request, reply }) => {
    const leave = acquireUploadSlot(viewer.creatorId);
    try {
      const takesHandle = query.handle === "archive";
      const signal = untilClosed(reply.raw);
      return { import: await startImport(deps, { viewer, takesHandle, request, signal }) };
    } finally {
      leave();
    }
  });
}
