import { funnelRoutes } from "../../../contract/api/funnel.ts";
import { sendCsv } from "../../platform/http/csv.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { funnelCsv } from "./csv.ts";
import type { FunnelDeps } from "./deps.ts";
import { hasDigest, saveDigest } from "./digest-settings.ts";
import { readFunnel } from "./service.ts";

export function registerFunnelRoutes(registerRoute: RegisterRoute, deps: FunnelDeps): void {
  registerRoute(funnelRoutes.show, ({ viewer, query }) =>
    readFunnel(deps, { creatorId: viewer.creatorId, query }),
  );

  registerRoute(funnelRoutes.export, async ({ viewer, query: { table, ...query }, request, reply }) => {
    const funnel = await readFunnel(deps, { creatorId: viewer.creatorId, query });
    const name = `analytics-${table}-${funnel.from}-${funnel.to}`;
    return sendCsv({ request, reply }, { name, lines: funnelCsv(funnel, table) });
  });

  registerRoute(funnelRoutes.digest, async ({ viewer }) => ({
    enabled: await hasDigest(deps.db, viewer.creatorId),
  }));

  registerRoute(funnelRoutes.saveDigest, async ({ viewer, body }) => {
    await saveDigest(deps.db, { creatorId: viewer.creatorId, enabled: body.enabled });
    return { enabled: body.enabled };
  });
}
