import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import type { BillingDeps } from "./deps.ts";
import { type EventHandlers, paymentEventJob, storeEvent } from "./inbox.ts";
import { reconciliationJob } from "./reconcile.ts";
import { deleteOldEvents } from "./repository.ts";
import { registerBillingRoutes, registerPaymentWebhook } from "./routes.ts";
import { endSubscriptions } from "./service.ts";

export { paymentEvents } from "./tables.ts";

/** Creates the module of the Creator plan's subscription and the provider's webhook events. */
export function createBilling(infrastructure: Infrastructure, handlers: EventHandlers) {
  const { db, payments, settings } = infrastructure;
  const deps: BillingDeps = {
    ...infrastructure,
    publicUrl: settings.publicUrl,
    productId: settings.stripeProductId,
  };
  payments.sandboxHost?.deliverTo((event) => storeEvent(deps, event));
  return {
    routes: async (http) => {
      registerBillingRoutes(http.registerRoute, deps);
      await http.addScope((scope, registerRoute) => registerPaymentWebhook(scope, registerRoute, deps));
    },
    pages: (registerPage) => payments.sandboxHost?.registerPages(registerPage),
    jobs: [paymentEventJob(deps, handlers), reconciliationJob(deps)],
    maintenance: { "delete-old-payment-events": () => deleteOldEvents(db) },
    api: {
      /** Cancels a creator's subscriptions and open checkouts at the provider. Throws 503. */
      endSubscription: (creatorId: number) => endSubscriptions(deps, creatorId),
    },
  } satisfies Module;
}
