import type { CheckoutInput, PreviewInput } from "../../../contract/api/checkout.ts";
import type { Queries } from "../../platform/database/index.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import type { VisitRequest } from "../analytics/index.ts";
import type { OrderRow } from "../orders/index.ts";
import type { CheckoutDependencies, CheckoutDeps } from "./deps.ts";
import { createPayingBrowserCookie } from "./paying-browser.ts";
import { registerCheckoutRoutes } from "./routes.ts";
import { findSells, type SellingCreator } from "./selling.ts";
import { cancelOrder, finishReturn, getCheckout, pay } from "./service.ts";
import { showCheckout } from "./show.ts";
import { startCheckout } from "./start.ts";

export type Checkout = ReturnType<typeof createCheckout>["api"];

/** Creates the module of checkouts: an order from its start to its payment. */
export function createCheckout(infrastructure: Infrastructure, uses: CheckoutDependencies) {
  const deps: CheckoutDeps = { ...infrastructure, ...uses };
  return {
    routes: ({ registerRoute }) => registerCheckoutRoutes(registerRoute, deps),
    api: {
      startCheckout: (requested: CheckoutInput, request: VisitRequest) =>
        startCheckout(deps, requested, request),
      getCheckout: (checkoutToken: string) => getCheckout(deps, checkoutToken),
      /** Returns an order for its checkout, with its price for what the buyer chooses. */
      showCheckout: (request: { row: OrderRow; choice: PreviewInput; ip: string }) =>
        showCheckout(deps, request),
      pay: (payment: Parameters<typeof pay>[1]) => pay(deps, payment),
      cancelOrder: (checkoutToken: string) => cancelOrder(deps, checkoutToken),
      /** Returns where the return from the provider's page leads. */
      finishReturn: (request: Parameters<typeof finishReturn>[1]) => finishReturn(deps, request),
      /** Returns how a creator's products are sold, as their public page shows it. */
      findSells: (db: Queries, creator: SellingCreator) => findSells(deps, db, creator),
      /** Reads and sets the cookie of the browser that paid. */
      payingBrowser: createPayingBrowserCookie(infrastructure.settings.publicUrl),
    },
  } satisfies Module;
}
