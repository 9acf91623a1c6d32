import { connectRoutes } from "../../../contract/connect.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { limitProviderWrites } from "../../platform/payments/limit.ts";
import type { ConnectDeps } from "./accounts.ts";
import { getStatus, refreshOnboarding, setTips, startOnboarding } from "./service.ts";

export function registerConnectRoutes(registerRoute: RegisterRoute, deps: ConnectDeps): void {
  registerRoute(connectRoutes.status, ({ viewer }) => getStatus(deps, viewer.creatorId));

  registerRoute(connectRoutes.onboard, async ({ viewer, body }) => {
    await limitProviderWrites(deps.limits, viewer.creatorId);
    return startOnboarding(deps, { viewer, embedded: body.embedded ?? false });
  });

  registerRoute(connectRoutes.refresh, async ({ viewer }) => {
    await limitProviderWrites(deps.limits, viewer.creatorId);
    return { onboardingUrl: await refreshOnboarding(deps, viewer) };
  });

  registerRoute(connectRoutes.tips, async ({ viewer, body }) => {
    await limitProviderWrites(deps.limits, viewer.creatorId);
    return setTips(deps, { viewer, enabled: body.enabled });
  });
}
