import { accountProfileRoutes } from "../../../contract/api/account-profiles.ts";
import { connectRoutes } from "../../../contract/api/connect.ts";
import { payoutMoneyRoutes } from "../../../contract/api/payout-money.ts";
import { DEFAULT_PROVIDER, movesMoney } from "../../../contract/rules/order-states.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { httpErrors } from "../../platform/http/app-error.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { limitProviderWrites } from "../../platform/payments/limit.ts";
import type { ConnectDeps } from "./accounts.ts";
import { finishAuthorization, settingsPath } from "./authorization.ts";
import { disconnectAccount } from "./disconnect.ts";
import { createMoneyReader } from "./money.ts";
import { refreshOnboarding, startOnboarding } from "./onboarding.ts";
import { selectOwnAccount } from "./own-account.ts";
import { listProfiles, selectProfile } from "./profiles.ts";
import { getStatus, setDelayedPayments, setTips } from "./service.ts";

export function registerConnectRoutes(registerRoute: RegisterRoute, deps: ConnectDeps): void {
  registerRoute(connectRoutes.status, ({ viewer, query }) =>
    getStatus(deps, { creatorId: viewer.creatorId, provider: query.provider }),
  );

  const readMoney = createMoneyReader(deps);
  registerRoute(payoutMoneyRoutes.show, ({ viewer, query }) =>
    readMoney({ viewer, provider: query.provider }),
  );

  registerRoute(accountProfileRoutes.list, async ({ viewer, query }) => ({
    profiles: await listProfiles(deps, { creatorId: viewer.creatorId, provider: query.provider }),
  }));

  registerRoute(accountProfileRoutes.select, async ({ viewer, body: { profileId, provider } }) => {
    await limitProviderWrites(deps.limits, viewer.creatorId);
    return { profiles: await selectProfile(deps, { creatorId: viewer.creatorId, provider }, profileId) };
  });

  registerRoute(connectRoutes.onboard, async ({ viewer, body }) => {
    await limitProviderWrites(deps.limits, viewer.creatorId);
    const { country, embedded = false, provider = DEFAULT_PROVIDER } = body;
    return startOnboarding(deps, { viewer, country, embedded, provider });
  });

  registerRoute(connectRoutes.callback, async ({ params: { provider }, query, request, reply }) => {
    if (!movesMoney(provider)) throw httpErrors.noResource();
    const viewer = await request.findViewer();
    // The return belongs to a session that has ended. The user starts again from the settings.
    if (!viewer) return reply.redirect(paths.auth({ redirect: settingsPath(provider, "expired") }), 302);
    const { creatorId, isSuspended } = viewer;
    if (isSuspended) throw httpErrors.suspended();
    if (creatorId === null) throw httpErrors.profileRequired();
    await limitProviderWrites(deps.limits, creatorId);
    const asked = { viewer: { ...viewer, creatorId }, provider };
    return reply.redirect(await finishAuthorization(deps, { ...asked, query }), 302);
  });

  registerRoute(connectRoutes.refresh, async ({ viewer, body }) => {
    await limitProviderWrites(deps.limits, viewer.creatorId);
    return { onboardingUrl: await refreshOnboarding(deps, viewer, body.provider) };
  });

  registerRoute(connectRoutes.tips, async ({ viewer, body }) => {
    await limitProviderWrites(deps.limits, viewer.creatorId);
    return setTips(deps, { viewer, enabled: body.enabled });
  });

  registerRoute(connectRoutes.delayedPayments, async ({ viewer, body }) => {
    await limitProviderWrites(deps.limits, viewer.creatorId);
    return setDelayedPayments(deps, { creatorId: viewer.creatorId, enabled: body.enabled });
  });

  registerRoute(connectRoutes.own, async ({ viewer, body }) => {
    const { creatorId } = viewer;
    const { provider = DEFAULT_PROVIDER } = body;
    if (creatorId === null) throw httpErrors.profileRequired();
    await limitProviderWrites(deps.limits, creatorId);
    return selectOwnAccount(deps, { viewer: { ...viewer, creatorId }, provider });
  });

  registerRoute(connectRoutes.disconnect, async ({ viewer, body }) => {
    await limitProviderWrites(deps.limits, viewer.creatorId);
    return disconnectAccount(deps, { creatorId: viewer.creatorId, provider: body.provider });
  });
}
