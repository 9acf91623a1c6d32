import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { withDeps } from "../../platform/with-deps.ts";
import type { CheckoutDependencies, CheckoutDeps } from "./deps.ts";
import { createPayingBrowserCookie } from "./paying-browser.ts";
import { registerCheckoutRoutes } from "./routes.ts";
import { findSells } from "./selling.ts";
import { cancelOrder, finishReturn, getCheckout, pay } from "./service.ts";
import { showCheckout } from "./show.ts";
import { startCheckout } from "./start.ts";

export type { Shown } from "./show.ts";

export type Checkout = ReturnType<typeof createCheckout>["api"];

/** Creates the module of checkouts: an order from its start to its payment. */
export function createCheckout(infrastructure: Infrastructure, uses: CheckoutDependencies) {
  const deps: CheckoutDeps = { ...infrastructure, ...uses };
  return {
    routes: ({ registerRoute }) => registerCheckoutRoutes(registerRoute, deps),
    api: {
      ...withDeps(deps, {
        startCheckout,
        getCheckout,
        showCheckout,
        pay,
        cancelOrder,
        finishReturn,
        findSells,
      }),
      /** Reads and sets the cookie of the browser that paid. */
      payingBrowser: createPayingBrowserCookie(infrastructure.settings.publicUrl),
    },
  } satisfies Module;
}
