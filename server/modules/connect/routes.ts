import { connectRoutes } from "../../../contract/connect.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { limitProviderWrites } from "../../platform/payments/limit.ts";
import type { ConnectDeps } from "./accounts.ts";
import { getStatus, refreshOnboarding, setTips, startOnboarding } from "./service.ts";

export function registerConnectRoutes(bind: Bind, deps: ConnectDeps): void {
  bind(connectRoutes.status, ({ viewer }) => getStatus(deps, viewer.creatorId));

  bind(connectRoutes.onboard, async ({ viewer, body }) => {
    await limitProviderWrites(deps.limits, viewer.creatorId);
    return startOnboarding(deps, { viewer, embedded: body.embedded ?? false });
  });

  bind(connectRoutes.refresh, async ({ viewer }) => {
    await limitProviderWrites(deps.limits, viewer.creatorId);
    return { onboardingUrl: await refreshOnboarding(deps, viewer) };
  });

  bind(connectRoutes.tips, async ({ viewer, body }) => {
    await limitProviderWrites(deps.limits, viewer.creatorId);
    return setTips(deps, { viewer, enabled: body.enabled });
  });
}
