import { checkoutRoutes } from "../../../contract/checkout.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { findUnavailable } from "./payable.ts";
import { createPayingBrowserCookie } from "./paying-browser.ts";
import { presentCheckoutOrder } from "./presenter.ts";
import { type CheckoutDeps, cancelOrder, getCheckout, payOrder, startCheckout } from "./service.ts";

export function registerCheckoutRoutes(registerRoute: RegisterRoute, deps: CheckoutDeps): void {
  const payingBrowser = createPayingBrowserCookie(deps.publicUrl);
  registerRoute(checkoutRoutes.create, async ({ body }) => {
    const { address, mock } = await startCheckout(deps, body.tileId);
    return { mockCheckoutUrl: address, mock };
  });

  registerRoute(checkoutRoutes.show, async ({ params }) => {
    const row = await getCheckout(deps, params.checkoutToken);
    const unavailable = await findUnavailable(deps.db, row);
    return { order: presentCheckoutOrder(row, deps.orders), ...(unavailable && { unavailable }) };
  });

  registerRoute(checkoutRoutes.pay, async ({ params, body, request, reply }) => {
    const { checkoutToken } = params;
    const paid = await payOrder(deps, { checkoutToken, email: body.email, ip: request.ip });
    payingBrowser.set(reply, paid.browserToken);
    return { returnUrl: paid.returnUrl };
  });

  registerRoute(checkoutRoutes.cancel, async ({ params }) => ({
    returnUrl: await cancelOrder(deps, params.checkoutToken),
  }));
}
