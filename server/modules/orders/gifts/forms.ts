import type { FastifyReply } from "fastify";
import { GiftInput } from "../../../../contract/api/gifts.ts";
import type { OrderPages } from "../../../../contract/pages/order-pages.ts";
import { AppError } from "../../../platform/http/app-error.ts";
import type { PageContext, RegisterPage } from "../../../platform/http/register-page.ts";
import { unlessNotFound } from "../../../platform/http/unless-not-found.ts";
import { parseInput } from "../../../platform/http/validation.ts";
import type { OrderDeps } from "../deps.ts";
import type { LocatedOrder, OrderLocator } from "../library/locate-order.ts";
import { cancelGift, planGift } from "./plan-gift.ts";
import { type RejectedGift, rejectedGift } from "./present-gift.ts";

type Parts = {
  pages: Pick<OrderPages, "giveOrder" | "cancelGift">;
  locate: OrderLocator;
  /** Sends the page of the order with the rejected form. */
  sendOrder: (
    context: PageContext<OrderPages["giveOrder"]>,
    located: LocatedOrder,
    answers: { rejectedGift: RejectedGift },
    status: number,
  ) => Promise<FastifyReply>;
};

/** Registers the forms with which a buyer sends an order as a gift, on the order's page. */
export function registerGiftForms(
  registerPage: RegisterPage,
  deps: OrderDeps,
  { pages, locate, sendOrder }: Parts,
): void {
  registerPage(
    pages.giveOrder,
    locate<PageContext<OrderPages["giveOrder"]>>(async (context, located) => {
      const { form, request, reply, sendNotFound } = context;
      try {
        const input = parseInput(GiftInput, form);
        await planGift(deps, { key: located.key, input, ip: request.ip });
        return await reply.redirect(located.path, 303);
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        if (error.status === 404) return sendNotFound();
        return sendOrder(context, located, { rejectedGift: rejectedGift(error, form) }, error.status);
      }
    }),
  );

  registerPage(
    pages.cancelGift,
    locate<PageContext<OrderPages["cancelGift"]>>(async ({ reply, sendNotFound }, { key, path }) => {
      const cancelling = cancelGift(deps, key).then(() => true, unlessSent);
      return (await unlessNotFound(cancelling)) ? reply.redirect(path, 303) : sendNotFound();
    }),
  );
}

/** Ignores that the gift is already sent, because the page of the order says so. */
function unlessSent(error: unknown): true {
  if (error instanceof AppError && error.status === 409) return true;
  throw error;
}
