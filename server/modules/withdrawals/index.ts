import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import type { Orders } from "../orders/index.ts";
import type { WithdrawalDeps } from "./deps.ts";
import { orderLinkJob } from "./order-link.ts";
import { registerWithdrawalPages } from "./pages.ts";
import { registerWithdrawalRoutes } from "./routes.ts";

/**
 * Creates the module of withdrawals: buyers find their order, declare that they withdraw from its contract, and both sides are emailed.
 * Whether they may is a rule of the order.
 */
export function createWithdrawals(infrastructure: Infrastructure, orders: Orders) {
  const deps: WithdrawalDeps = { ...infrastructure, orders };
  return {
    routes: ({ registerRoute }) => registerWithdrawalRoutes(registerRoute, deps),
    pages: (registerPage) => registerWithdrawalPages(registerPage, deps),
    jobs: [orderLinkJob(deps)],
    api: {},
  } satisfies Module;
}
