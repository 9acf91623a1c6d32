import { orderActionRoutes } from "../../../contract/api/order-actions.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import type { OrderDeps } from "./deps.ts";
import { getOrderDetail } from "./order-detail.ts";
import { refundOrder } from "./refund-order.ts";
import { shipOrder } from "./shipping.ts";

/** Registers the routes for one of a creator's orders. */
export function registerActionRoutes(registerRoute: RegisterRoute, deps: OrderDeps): void {
  registerRoute(orderActionRoutes.show, async ({ viewer, params }) => ({
    order: await getOrderDetail(deps.db, { id: params.id, creatorId: viewer.creatorId }),
  }));

  registerRoute(orderActionRoutes.refund, async ({ viewer, params, body, reply }) => {
    const key = { id: params.id, creatorId: viewer.creatorId };
    const isReceived = await refundOrder(deps, { id: params.id, viewer }, body);
    reply.code(isReceived ? 201 : 202);
    return { order: await getOrderDetail(deps.db, key) };
  });

  registerRoute(orderActionRoutes.ship, async ({ viewer, params, body }) => {
    const key = { id: params.id, creatorId: viewer.creatorId };
    await shipOrder(deps, key, body.tracking);
    return { order: await getOrderDetail(deps.db, key) };
  });
}
