import { creatorPlanRoutes } from "../../../contract/api/creator-plan.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { limitProviderWrites } from "../../platform/payments/limit.ts";
import type { CreatorPlanDeps } from "./deps.ts";
import { getCheckoutStatus, getOffer, openPortal, startSubscription } from "./service.ts";

export function registerCreatorPlanRoutes(registerRoute: RegisterRoute, deps: CreatorPlanDeps): void {
  registerRoute(creatorPlanRoutes.product, async ({ params }) => ({
    product: await getOffer(deps, params.productId),
  }));

  registerRoute(creatorPlanRoutes.startCheckout, async ({ viewer, body }) => {
    await limitProviderWrites(deps.limits, viewer.creatorId);
    return startSubscription(deps, { viewer, input: body });
  });

  registerRoute(creatorPlanRoutes.portal, async ({ viewer }) => {
    await limitProviderWrites(deps.limits, viewer.creatorId);
    return openPortal(deps, viewer.creatorId);
  });

  registerRoute(creatorPlanRoutes.checkoutStatus, ({ viewer, params }) =>
    getCheckoutStatus(deps, { creatorId: viewer.creatorId, sessionId: params.sessionId }),
  );
}
