import { checkoutRoutes } from "../../../contract/checkout.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import type { Files } from "../files/index.ts";
import { downloadExpired, downloadNotFound } from "./errors.ts";
import { registerOrderRoutes } from "./order-routes.ts";
import { findUnavailable } from "./payable.ts";
import { createPayingBrowserCookie } from "./paying-browser.ts";
import { presentBuyerOrder, presentCheckoutOrder } from "./presenter.ts";
import { countDownload, findPaidDownload } from "./repository.ts";
import { mailOrder } from "./resend-receipt.ts";
import {
  type CheckoutDeps,
  cancelOrder,
  getCheckout,
  getOrder,
  payOrder,
  renewOrder,
  startCheckout,
} from "./service.ts";

export function registerCheckoutRoutes(
  registerRoute: RegisterRoute,
  deps: CheckoutDeps & { files: Files },
): void {
  const payingBrowser = createPayingBrowserCookie(deps.publicUrl);
  registerRoute(checkoutRoutes.create, async ({ body }) => ({
    mockCheckoutUrl: (await startCheckout(deps, body.tileId)).address,
  }));

  registerRoute(checkoutRoutes.show, async ({ params }) => {
    const row = await getCheckout(deps, params.checkoutToken);
    const unavailable = await findUnavailable(deps.db, row);
    return { order: presentCheckoutOrder(row, deps.publicUrl), ...(unavailable && { unavailable }) };
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

  registerRoute(checkoutRoutes.order, async ({ params }) => {
    const row = await getOrder(deps, params.orderToken);
    return { order: presentBuyerOrder(row, deps.publicUrl, deps.tokens) };
  });

  registerRoute(checkoutRoutes.renew, async ({ params }) => {
    const row = await renewOrder(deps, params.orderToken);
    return { order: presentBuyerOrder(row, deps.publicUrl, deps.tokens) };
  });

  registerRoute(checkoutRoutes.mail, async ({ params, body, request }) => {
    await mailOrder(deps, { orderToken: params.orderToken, email: body.email, ip: request.ip });
    return undefined;
  });

  registerRoute(checkoutRoutes.download, async ({ params, request, reply }) => {
    reply.header("Referrer-Policy", "no-referrer");
    const found = await findPaidDownload(deps.db, deps.tokens.hash(params.downloadToken));
    if (!found) throw downloadNotFound();
    if (found.expired) throw downloadExpired();
    return deps.files.sendDownload(request, reply, {
      fileId: found.fileId,
      logIds: { orderId: found.id },
      onStart: () => countDownload(deps.db, found.id),
    });
  });

  registerOrderRoutes(registerRoute, deps);
}
