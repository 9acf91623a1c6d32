import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import type { OrderRow } from "../orders/index.ts";
import { findUnavailable } from "./payable.ts";
import { createPayingBrowserCookie } from "./paying-browser.ts";
import { presentCheckoutOrder } from "./presenter.ts";
import { registerCheckoutRoutes } from "./routes.ts";
import { type CheckoutDeps, cancelOrder, getCheckout, payOrder, startCheckout } from "./service.ts";

export type Checkout = ReturnType<typeof createCheckout>["api"];

/** Creates the module of checkouts: an order from its start to its payment. */
export function createCheckout(
  infrastructure: Infrastructure,
  uses: Pick<CheckoutDeps, "connect" | "discounts" | "orders" | "products" | "sellers">,
) {
  const { db, settings } = infrastructure;
  const { orders } = uses;
  const deps: CheckoutDeps = { ...infrastructure, ...uses, publicUrl: settings.publicUrl };
  return {
    routes: ({ registerRoute }) => registerCheckoutRoutes(registerRoute, deps),
    api: {
      startCheckout: (tileId: number) => startCheckout(deps, tileId),
      getCheckout: (checkoutToken: string) => getCheckout(deps, checkoutToken),
      payOrder: (payment: Parameters<typeof payOrder>[1]) => payOrder(deps, payment),
      cancelOrder: (checkoutToken: string) => cancelOrder(deps, checkoutToken),
      findUnavailable: (order: OrderRow) => findUnavailable(db, order),
      presentCheckoutOrder: (order: OrderRow) => presentCheckoutOrder(order, orders),
      /** Reads and sets the cookie of the browser that paid. */
      payingBrowser: createPayingBrowserCookie(settings.publicUrl),
    },
  } satisfies Module;
}
