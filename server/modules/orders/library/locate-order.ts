import type { FastifyReply, FastifyRequest } from "fastify";
import { paths } from "../../../../contract/rules/paths.ts";
import type { OrderDeps } from "../deps.ts";
import type { OrderKey } from "../repository.ts";
import { keyOfLink } from "../service.ts";
import { createBuyerCookie, findBuyer } from "./sessions.ts";

/** A request's order and the path of its page. */
export type LocatedOrder = { key: OrderKey; path: string };
type OrderRequest = { params: { order: string }; request: FastifyRequest; reply: FastifyReply };
type Handler<Context> = (context: Context, located: LocatedOrder) => Promise<FastifyReply>;

/** Returns functions that find a request's order, by the order's link or in the buyer's library. */
export function createOrderLocators(deps: Pick<OrderDeps, "db" | "tokens" | "publicUrl">) {
  const cookie = createBuyerCookie(deps.publicUrl);
  return {
    byLink:
      <Context extends OrderRequest>(handler: Handler<Context>) =>
      (context: Context) => {
        const token = context.params.order;
        return handler(context, { key: keyOfLink(deps, token), path: paths.order(token) });
      },
    /** Asks a signed-out browser for the email first. */
    inLibrary:
      <Context extends OrderRequest>(handler: Handler<Context>) =>
      async (context: Context) => {
        const { params, request, reply } = context;
        const buyer = await findBuyer(deps.db, cookie.read(request));
        if (buyer === undefined) return reply.redirect(paths.library(), 303);
        const id = /^[1-9]\d{0,14}$/.test(params.order) ? Number(params.order) : 0;
        return handler(context, { key: { orderId: id, buyer }, path: paths.libraryOrder(id) });
      },
  };
}
export type OrderLocator = ReturnType<typeof createOrderLocators>["byLink" | "inLibrary"];
