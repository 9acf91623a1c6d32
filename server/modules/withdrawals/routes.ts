import { withdrawalRoutes } from "../../../contract/api/withdrawals.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import type { WithdrawalDeps } from "./deps.ts";
import { mailOrderLink } from "./order-link.ts";
import { withdraw } from "./withdraw.ts";

export function registerWithdrawalRoutes(registerRoute: RegisterRoute, deps: WithdrawalDeps): void {
  registerRoute(withdrawalRoutes.withdraw, async ({ params, body, request, reply }) => {
    const key = { orderTokenHash: deps.orders.tokens.hash(params.orderToken) };
    const order = await withdraw(deps, { key, input: body, ip: request.ip });
    reply.code(202);
    return { order: await deps.orders.presentBuyerOrder(order) };
  });

  registerRoute(withdrawalRoutes.find, ({ body, request }) =>
    mailOrderLink(deps, { ...body, ip: request.ip }),
  );
}
