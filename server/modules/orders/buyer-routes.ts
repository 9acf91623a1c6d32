import { buyerOrderRoutes } from "../../../contract/api/buyer-orders.ts";
import { notFound } from "../../platform/http/app-error.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { findAccessError } from "./access.ts";
import type { OrderDeps } from "./deps.ts";
import { errors } from "./errors.ts";
import { recordDownload } from "./history.ts";
import { presentBuyerOrder } from "./presenter.ts";
import { findPaidDownload, type OrderRow } from "./repository.ts";
import { mailOrder } from "./resend-receipt.ts";
import { getOrder, renewOrder } from "./service.ts";

/** Registers the routes for a buyer's own order. */
export function registerBuyerRoutes(registerRoute: RegisterRoute, deps: OrderDeps): void {
  const present = async (row: OrderRow) => ({ order: await presentBuyerOrder(deps, row) });

  registerRoute(buyerOrderRoutes.show, async ({ params }) =>
    present(await getOrder(deps, params.orderToken)),
  );

  registerRoute(buyerOrderRoutes.renew, async ({ params }) =>
    present(await renewOrder(deps, params.orderToken)),
  );

  registerRoute(buyerOrderRoutes.mail, async ({ params, body, request }) => {
    await mailOrder(deps, { orderToken: params.orderToken, email: body.email, ip: request.ip });
    return undefined;
  });

  registerRoute(buyerOrderRoutes.download, async ({ params, request, reply }) => {
    reply.header("Referrer-Policy", "no-referrer");
    const found = await findPaidDownload(deps.db, deps.tokens.hash(params.downloadToken));
    if (!found) throw notFound("Download");
    const noAccess = await findAccessError(deps.db, found);
    if (noAccess) throw noAccess;
    if (found.expired) throw errors.downloadExpired();
    return deps.files.sendDownload(request, reply, {
      fileId: found.fileId,
      logIds: { orderId: found.id },
      onSend: (part) => recordDownload(deps.db, found.id, part),
    });
  });
}
