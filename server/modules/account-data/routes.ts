import { accountDeletionRoutes } from "../../../contract/api/account-deletion.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { getDeletion, keepAccount, keepAccountByLink, requestDeletion } from "./deletion.ts";
import type { AccountDataDeps } from "./deps.ts";

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
