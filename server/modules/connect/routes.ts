import { connectRoutes } from "../../../contract/api/connect.ts";
import { DEFAULT_PROVIDER } from "../../../contract/rules/order-states.ts";
import { httpErrors } from "../../platform/http/app-error.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { limitProviderWrites } from "../../platform/payments/limit.ts";
import type { ConnectDeps } from "./accounts.ts";
import { refreshOnboarding, startOnboarding } from "./onboarding.ts";
import { disconnectAccount, selectOwnAccount } from "./own-account.ts";
import { getStatus, setDelayedPayments, setTips } from "./service.ts";

export function registerConnectRoutes(registerRoute: RegisterRoute, deps: ConnectDeps): void {
  registerRoute(connectRoutes.status, ({ viewer }) => getStatus(deps, viewer.creatorId));

  registerRoute(connectRoutes.onboard, async ({ viewer, body }) => {
    await limitProviderWrites(deps.limits, viewer.creatorId);
    const { country, embedded = false } = body;
    return startOnboarding(deps, { viewer, country, embedded, provider: DEFAULT_PROVIDER });
  });

  registerRoute(connectRoutes.refresh, async ({ viewer }) => {
    await limitProviderWrites(deps.limits, viewer.creatorId);
    return { onboardingUrl: await refreshOnboarding(deps, viewer) };
  });

  registerRoute(connectRoutes.tips, async ({ viewer, body }) => {
    await limitProviderWrites(deps.limits, viewer.creatorId);
    return setTips(deps, { viewer, enabled: body.enabled });
  });

  registerRoute(connectRoutes.delayedPayments, async ({ viewer, body }) => {
    await limitProviderWrites(deps.limits, viewer.creatorId);
    return setDelayedPayments(deps, { creatorId: viewer.creatorId, enabled: body.enabled });
  });

  registerRoute(connectRoutes.own, async ({ viewer }) => {
    const { creatorId } = viewer;
    if (creatorId === null) throw httpErrors.profileRequired();
    await limitProviderWrites(deps.limits, creatorId);
    return selectOwnAccount(deps, { viewer: { ...viewer, creatorId }, provider: DEFAULT_PROVIDER });
  });

  registerRoute(connectRoutes.disconnect, async ({ viewer }) => {
    await limitProviderWrites(deps.limits, viewer.creatorId);
    return disconnectAccount(deps, viewer.creatorId);
  });
}
