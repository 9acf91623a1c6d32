import { billingRoutes } from "../../../contract/api/billing.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { limitProviderWrites } from "../../platform/payments/limit.ts";
import type { BillingDeps } from "./deps.ts";
import { getCheckoutStatus, getOffer, openPortal, startSubscription } from "./service.ts";

export function registerBillingRoutes(registerRoute: RegisterRoute, deps: BillingDeps): void {
  registerRoute(billingRoutes.product, async ({ params }) => ({
    product: await getOffer(deps, params.productId),
  }));

  registerRoute(billingRoutes.startCheckout, async ({ viewer, body }) => {
    await limitProviderWrites(deps.limits, viewer.creatorId);
    return startSubscription(deps, { viewer, input: body });
  });

  registerRoute(billingRoutes.portal, async ({ viewer }) => {
    await limitProviderWrites(deps.limits, viewer.creatorId);
    return openPortal(deps, viewer.creatorId);
  });

  registerRoute(billingRoutes.checkoutStatus, ({ viewer, params }) =>
    getCheckoutStatus(deps, { creatorId: viewer.creatorId, sessionId: params.sessionId }),
  );
}
