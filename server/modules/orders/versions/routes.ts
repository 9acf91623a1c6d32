import { versionNoticeRoutes } from "../../../../contract/api/version-notices.ts";
import type { RegisterRoute } from "../../../platform/http/register-route.ts";
import type { OrderDeps } from "../deps.ts";
import { announceVersion, listProductVersions } from "./announce.ts";

export function registerVersionRoutes(registerRoute: RegisterRoute, deps: OrderDeps): void {
  registerRoute(versionNoticeRoutes.list, ({ viewer: { creatorId }, params: { id } }) =>
    listProductVersions(deps.db, { creatorId, id }),
  );

  registerRoute(versionNoticeRoutes.announce, ({ viewer: { creatorId }, params }) =>
    announceVersion(deps, { creatorId, ...params }),
  );
}
