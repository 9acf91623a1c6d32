import { checkoutRoutes } from "../../../contract/api/checkout.ts";
import { orderGiftRoutes } from "../../../contract/api/order-gifts.ts";
import { ownHostOf } from "../../platform/http/host-gate.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import type { CheckoutDeps } from "./deps.ts";
import { unpayable } from "./errors.ts";
import { giveFreeCopy } from "./free-copy.ts";
import { createPayingBrowserCookie } from "./paying-browser.ts";
import { cancelOrder, getCheckout, pay } from "./service.ts";
import { showCheckout } from "./show.ts";
import { startCheckout } from "./start.ts";

export function registerCheckoutRoutes(registerRoute: RegisterRoute, deps: CheckoutDeps): void {
  const payingBrowser = createPayingBrowserCookie(deps.settings.publicUrl);
  registerRoute(checkoutRoutes.create, async ({ body, request }) => {
    const { address, mock } = await startCheckout(deps, body, request);
    return { mockCheckoutUrl: address, mock };
  });

  registerRoute(checkoutRoutes.show, async ({ params, query, request }) => {
    const row = await getCheckout(deps, params.checkoutToken);
    const { order, unavailable, problem } = await showCheckout(deps, { row, choice: query, ip: request.ip });
    // Buyers cannot change the seller's price. The payment reports a price that cannot be paid.
    if (problem && problem.field !== null && Object.keys(query).length > 0) throw unpayable(problem);
    if (!unavailable) return { order };
    const { reason, part } = unavailable;
    return { order, unavailable: reason, ...(part !== null && { unavailable_part: part }) };
  });

  registerRoute(checkoutRoutes.pay, async ({ params, body, request, reply }) => {
    const paid = await pay(deps, {
      checkoutToken: params.checkoutToken,
      input: body,
      ip: request.ip,
      own: ownHostOf(request.raw),
    });
    payingBrowser.set(reply, paid.browserToken);
    return { returnUrl: paid.returnUrl };
  });

  registerRoute(orderGiftRoutes.give, async ({ viewer, body }) => {
    const { creatorId } = viewer;
    const id = await giveFreeCopy(deps, { creatorId, input: body });
    return { order: await deps.orders.getOrderDetail({ id, creatorId }) };
  });

  registerRoute(checkoutRoutes.cancel, async ({ params }) => ({
    returnUrl: await cancelOrder(deps, params.checkoutToken),
  }));
}
