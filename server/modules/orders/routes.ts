import { bookRoutes } from "../../../contract/api/books.ts";
import { buyerOrderRoutes } from "../../../contract/api/buyer-orders.ts";
import { orderActionRoutes } from "../../../contract/api/order-actions.ts";
import { orderBuyerRoutes } from "../../../contract/api/order-buyers.ts";
import { orderEmailRoutes } from "../../../contract/api/order-emails.ts";
import { orderOverviewRoutes } from "../../../contract/api/order-totals.ts";
import { orderRoutes } from "../../../contract/api/orders.ts";
import { ORDERS_PAGE_SIZE } from "../../../contract/rules/limits.ts";
import { orNotFound } from "../../platform/http/app-error.ts";
import { sendCsv } from "../../platform/http/csv.ts";
import { paginate } from "../../platform/http/paginate.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { findAccessError } from "./access/access.ts";
import { findLinkedAccess } from "./access/repository.ts";
import { getBooks, periodOfBooks } from "./books/books.ts";
import { writeBooks } from "./books/books-csv.ts";
import type { OrderDeps } from "./deps.ts";
import { correctEmail, requestEmailChange } from "./email-changes/correct-email.ts";
import { mailOrder, resendOrder } from "./emails/resend-receipt.ts";
import { errors } from "./errors.ts";
import { recordDownload } from "./history.ts";
import { getBuyer } from "./listing/buyer.ts";
import { countOrders, listOrders, sumOrders } from "./listing/listing.ts";
import { getOrderDetail } from "./listing/order-detail.ts";
import { getOverview } from "./listing/overview.ts";
import { presentBuyerOrder, presentCreatorOrder, presentTotals } from "./listing/presenter.ts";
import { refundOrder } from "./refunds/refund-order.ts";
import type { OrderRow } from "./repository.ts";
import { getOrder, keyOfLink, renewOrder } from "./service.ts";
import { shipOrder } from "./shipping.ts";
import { writeOrders } from "./write-orders.ts";

export function registerListingRoutes(registerRoute: RegisterRoute, deps: OrderDeps): void {
  const { db } = deps;

  registerRoute(orderRoutes.list, async ({ viewer, query: { page, ...criteria } }) => {
    const filter = { creatorId: viewer.creatorId, ...criteria };
    const { range, wrap } = paginate(page, ORDERS_PAGE_SIZE);
    const [orders, total, totals] = await Promise.all([
      listOrders(db, filter, range),
      countOrders(db, filter),
      sumOrders(db, filter),
    ]);
    return wrap({
      orders: orders.map(presentCreatorOrder),
      total,
      ...presentTotals(totals),
    });
  });

  registerRoute(orderOverviewRoutes.overview, async ({ viewer }) => getOverview(deps, viewer.creatorId));

  registerRoute(orderRoutes.export, async ({ viewer, query, request, reply }) => {
    const filter = { creatorId: viewer.creatorId, ...query };
    const name = `orders-${deps.clock.now().toISOString().slice(0, 10)}`;
    return sendCsv({ request, reply }, { name, lines: writeOrders(db, filter) });
  });

  registerRoute(bookRoutes.books, async ({ viewer, query }) =>
    getBooks(db, { creatorId: viewer.creatorId, ...query }),
  );

  registerRoute(bookRoutes.exportBooks, async ({ viewer, query, request, reply }) => {
    const period = await periodOfBooks(db, { creatorId: viewer.creatorId, ...query });
    const name = `books-${query.year}${query.mode === "live" ? "" : `-${query.mode}`}`;
    return sendCsv({ request, reply }, { name, lines: writeBooks(db, period) });
  });

  registerRoute(orderRoutes.resend, ({ viewer, params }) =>
    resendOrder(deps, { id: params.id, creatorId: viewer.creatorId }),
  );
}

export function registerActionRoutes(registerRoute: RegisterRoute, deps: OrderDeps): void {
  registerRoute(orderActionRoutes.show, async ({ viewer, params }) => ({
    order: await getOrderDetail(deps.db, { id: params.id, creatorId: viewer.creatorId }),
  }));

  registerRoute(orderBuyerRoutes.buyer, ({ viewer, params, query }) =>
    getBuyer(deps, { id: params.id, creatorId: viewer.creatorId, page: query.page }),
  );

  registerRoute(orderActionRoutes.refund, async ({ viewer, params, body, reply }) => {
    const key = { id: params.id, creatorId: viewer.creatorId };
    const isReceived = await refundOrder(deps, { id: params.id, viewer }, body);
    reply.code(isReceived ? 201 : 202);
    return { order: await getOrderDetail(deps.db, key) };
  });

  registerRoute(orderEmailRoutes.correct, async ({ viewer, params, body }) => {
    const key = { id: params.id, creatorId: viewer.creatorId };
    await correctEmail(deps, { key, ...body });
    return { order: await getOrderDetail(deps.db, key) };
  });

  registerRoute(orderActionRoutes.ship, async ({ viewer, params, body }) => {
    const key = { id: params.id, creatorId: viewer.creatorId };
    await shipOrder(deps, key, body);
    return { order: await getOrderDetail(deps.db, key) };
  });
}

export function registerBuyerRoutes(registerRoute: RegisterRoute, deps: OrderDeps): void {
  const present = async (row: OrderRow) => ({ order: await presentBuyerOrder(deps, row) });

  registerRoute(buyerOrderRoutes.show, async ({ params }) =>
    present(await getOrder(deps, keyOfLink(deps, params.orderToken))),
  );

  registerRoute(buyerOrderRoutes.renew, async ({ params }) =>
    present(await renewOrder(deps, keyOfLink(deps, params.orderToken))),
  );

  registerRoute(buyerOrderRoutes.mail, ({ params, body, request }) =>
    mailOrder(deps, { key: keyOfLink(deps, params.orderToken), email: body.email, ip: request.ip }),
  );

  registerRoute(orderEmailRoutes.request, ({ params, body, request }) =>
    requestEmailChange(deps, { key: keyOfLink(deps, params.orderToken), email: body.email, ip: request.ip }),
  );

  registerRoute(buyerOrderRoutes.download, async ({ params, query, request, reply }) => {
    reply.header("Referrer-Policy", "no-referrer");
    const tokenHash = deps.tokens.hash(params.downloadToken);
    const found = await findLinkedAccess(deps.db, tokenHash).then(orNotFound("Download"));
    const { order, line, access, newest, bought } = found;
    // Only the owner of the files has a working link, because a gift replaces the links of its buyer.
    const owned = { ...order, lines: [line], access: [access], gift: null };
    const noAccess = await findAccessError(deps.db, owned);
    if (noAccess) throw noAccess;
    if (found.expired) throw errors.downloadExpired();
    return deps.files.sendDownload(request, reply, {
      ...(query.version === "bought" ? bought : newest),
      logIds: { orderId: order.id },
      onSend: (part) => recordDownload(deps.db, { mode: order.mode, access }, part),
    });
  });
}
