import type { FastifyInstance } from "fastify";
import { billingRoutes } from "../../../contract/api/billing.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { limitProviderWrites } from "../../platform/payments/limit.ts";
import type { BillingDeps } from "./deps.ts";
import { receiveEvent } from "./inbox.ts";
import { getCheckoutStatus, getOffer, startSubscription } from "./service.ts";

export function registerBillingRoutes(registerRoute: RegisterRoute, deps: BillingDeps): void {
  registerRoute(billingRoutes.product, async ({ params }) => ({
    product: await getOffer(deps, params.productId),
  }));

  registerRoute(billingRoutes.startCheckout, async ({ viewer, body }) => {
    await limitProviderWrites(deps.limits, viewer.creatorId);
    return startSubscription(deps, { viewer, input: body });
  });

  registerRoute(billingRoutes.checkoutStatus, ({ viewer, params }) =>
    getCheckoutStatus(deps, { creatorId: viewer.creatorId, sessionId: params.sessionId }),
  );
}

/** Registers the provider's webhook in a scope of its own, because the signature covers the unparsed body. */
export function registerPaymentWebhook(
  scope: FastifyInstance,
  registerRoute: RegisterRoute,
  deps: BillingDeps,
): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  registerRoute(billingRoutes.webhook, async ({ request }) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const signature = request.headers["stripe-signature"];
    await receiveEvent(deps, body, Array.isArray(signature) ? signature[0] : signature);
    return undefined;
  });
}
