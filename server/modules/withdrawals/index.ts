import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import type { Orders } from "../orders/index.ts";
import type { WithdrawalDeps } from "./deps.ts";
import { orderLinkJob } from "./order-link.ts";
import { registerWithdrawalPages } from "./pages.ts";
import { registerWithdrawalRoutes } from "./routes.ts";

/**
 * Withdrawals: buyers find their order and withdraw from its contract, and both sides are emailed.
 * The order's rules decide whether they may.
 */
export function createWithdrawals(infrastructure: Infrastructure, orders: Orders) {
  const deps: WithdrawalDeps = { ...infrastructure, orders, publicUrl: infrastructure.settings.publicUrl };
  return {
    routes: ({ registerRoute }) => registerWithdrawalRoutes(registerRoute, deps),
    pages: (registerPage) => registerWithdrawalPages(registerPage, deps),
    jobs: [orderLinkJob(deps)],
    api: {},
  } satisfies Module;
}
