import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { isPlanSold } from "../../platform/payments/plan-sale.ts";
import type { CreatorPlanDeps } from "./deps.ts";
import { reconciliationJob } from "./reconcile.ts";
import { registerCreatorPlanRoutes } from "./routes.ts";
import { endSubscriptions } from "./service.ts";
import { onCheckoutEvent, refreshSubscription } from "./subscriptions.ts";

/** The subscription of the Creator plan. */
export function createCreatorPlan(infrastructure: Infrastructure, uses: Pick<CreatorPlanDeps, "findOwner">) {
  const { accountProviders, subscriptions, settings } = infrastructure;
  const deps: CreatorPlanDeps = {
    ...infrastructure,
    ...uses,
    payments: subscriptions,
    isPlanSold: isPlanSold(Object.values(accountProviders)),
    publicUrl: settings.publicUrl,
    productId: settings.stripeProductId,
    plans: settings.site.plans,
  };
  return {
    routes: ({ registerRoute }) => registerCreatorPlanRoutes(registerRoute, deps),
    jobs: [reconciliationJob(deps)],
    api: {
      /** Cancels a creator's subscriptions and open checkouts at the provider. Throws 503. */
      endSubscription: (creatorId: number) => endSubscriptions(deps, creatorId),
      /** Applies the state of an event's subscription. */
      onSubscriptionEvent: (id: string) => refreshSubscription(deps, id),
      /** Applies the state of an event's checkout. Returns false if it belongs to no subscription. */
      onCheckoutEvent: (checkout: Parameters<typeof onCheckoutEvent>[1]) => onCheckoutEvent(deps, checkout),
    },
  } satisfies Module;
}
