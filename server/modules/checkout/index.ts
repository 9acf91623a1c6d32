import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { withDeps } from "../../platform/with-deps.ts";
import { registerCheckoutPages } from "./checkout-pages.ts";
import type { CheckoutDependencies, CheckoutDeps } from "./deps.ts";
import { findGoalProgress } from "./goals.ts";
import { registerPayPages } from "./pay-pages.ts";
import { registerCheckoutRoutes } from "./routes.ts";
import { findSells } from "./selling.ts";

export { findSoldParts, soldOf } from "./parts.ts";

export type Checkout = ReturnType<typeof createCheckout>["api"];

/** Checkouts: orders from their start to their payment. */
export function createCheckout(infrastructure: Infrastructure, uses: CheckoutDependencies) {
  const deps: CheckoutDeps = { ...infrastructure, ...uses };
  return {
    routes: ({ registerRoute }) => registerCheckoutRoutes(registerRoute, deps),
    pages: (registerPage) => {
      registerCheckoutPages(registerPage, deps);
      registerPayPages(registerPage, deps);
    },
    api: withDeps(deps, { findSells, findGoalProgress }),
  } satisfies Module;
}
