import { bookRoutes } from "../../../contract/api/books.ts";
import { orderOverviewRoutes } from "../../../contract/api/order-totals.ts";
import { orderRoutes } from "../../../contract/api/orders.ts";
import { ORDERS_PAGE_SIZE } from "../../../contract/rules/limits.ts";
import { sendCsv } from "../../platform/http/csv.ts";
import { paginate } from "../../platform/http/paginate.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { getBooks, periodOfBooks } from "./books.ts";
import { writeBooks } from "./books-csv.ts";
import type { OrderDeps } from "./deps.ts";
import { countOrders, listOrders, sumOrders } from "./listing.ts";
import { getOverview } from "./overview.ts";
import { presentCreatorOrder, presentTotals } from "./presenter.ts";
import { resendOrder } from "./resend-receipt.ts";
import { writeOrders } from "./write-orders.ts";

/** Registers the routes for a creator's own orders. */
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
    return sendCsv({ request, reply }, { name, lines: writeOrders(await deps.replica.latest(), filter) });
  });

  registerRoute(bookRoutes.books, async ({ viewer, query }) =>
    getBooks(db, { creatorId: viewer.creatorId, ...query }),
  );

  registerRoute(bookRoutes.exportBooks, async ({ viewer, query, request, reply }) => {
    const period = await periodOfBooks(db, { creatorId: viewer.creatorId, ...query });
    const name = `books-${query.year}${query.mode === "live" ? "" : `-${query.mode}`}`;
    return sendCsv({ request, reply }, { name, lines: writeBooks(await deps.replica.latest(), period) });
  });

  registerRoute(orderRoutes.resend, async ({ viewer, params }) => {
    await resendOrder(deps, { id: params.id, creatorId: viewer.creatorId });
    return undefined;
  });
}
