import { connectRoutes } from "../../../contract/connect.ts";
import type { Bind } from "../../platform/http/bind.ts";
import type { ConnectDeps } from "./accounts.ts";
import { getStatus, refreshOnboarding, setTips, startOnboarding } from "./service.ts";

export function registerConnectRoutes(bind: Bind, deps: ConnectDeps): void {
  bind(connectRoutes.status, ({ viewer }) => getStatus(deps, viewer.creatorId));

  bind(connectRoutes.onboard, ({ viewer, body }) =>
    startOnboarding(deps, { viewer, embedded: body.embedded ?? false }),
  );

  bind(connectRoutes.refresh, async ({ viewer }) => ({
    onboardingUrl: await refreshOnboarding(deps, viewer),
  }));

  bind(connectRoutes.tips, ({ viewer, body }) => setTips(deps, { viewer, enabled: body.enabled }));
}
