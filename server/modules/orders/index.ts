import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import type { Analytics } from "../analytics/index.ts";
import type { Files } from "../files/index.ts";
import { deleteAbandonedOrders } from "./anonymization.ts";
import { registerBuyerRoutes } from "./buyer-routes.ts";
import { completeOrder } from "./completion.ts";
import type { OrderDeps } from "./deps.ts";
import { createEmailLinks } from "./email-links.ts";
import { registerListingRoutes } from "./listing-routes.ts";
import { presentBuyerOrder, presentOrderBase } from "./presenter.ts";
import { areReceiptsSent, maySendReceipt } from "./receipt-rules.ts";
import type { OrderRow } from "./repository.ts";
import { mailOrder } from "./resend-receipt.ts";
import { saleEmailJob } from "./sale-emails.ts";
import { findReturn, getOrder, renewOrder, returnUrl } from "./service.ts";
import { createOrderTokens } from "./tokens.ts";

export { anonymizeBuyer, anonymizeCreator, releaseFiles } from "./anonymization.ts";
export {
  findOrder,
  insertOrder,
  lockOrder,
  type OrderKey,
  type OrderRow,
  setCancelled,
} from "./repository.ts";
/** Exported for reading joins; only this module writes to it. */
export { orders } from "./tables.ts";

export type Orders = ReturnType<typeof createOrders>["api"];

/** Creates the module of orders: what was bought, paid and delivered. */
export function createOrders(
  infrastructure: Infrastructure,
  { analytics, files }: { analytics: Analytics; files: Files },
) {
  const { db, settings } = infrastructure;
  const { publicUrl } = settings;
  const tokens = createOrderTokens(infrastructure.derive);
  const deps: OrderDeps = { ...infrastructure, analytics, tokens, publicUrl };
  return {
    routes: ({ registerRoute }) => {
      registerBuyerRoutes(registerRoute, { ...deps, files });
      registerListingRoutes(registerRoute, deps);
    },
    jobs: [saleEmailJob(deps)],
    maintenance: { "delete-abandoned-orders": () => deleteAbandonedOrders(db) },
    emailLinks: createEmailLinks(tokens),
    api: {
      tokens,
      getOrder: (orderToken: string) => getOrder(deps, orderToken),
      renewOrder: (orderToken: string) => renewOrder(deps, orderToken),
      mailOrder: (request: Parameters<typeof mailOrder>[1]) => mailOrder(deps, request),
      findReturn: (request: Parameters<typeof findReturn>[1]) => findReturn(deps, request),
      returnUrl: (order: OrderRow, status: Parameters<typeof returnUrl>[2]) => returnUrl(deps, order, status),
      areReceiptsSent: (order: OrderRow) => areReceiptsSent(db, order),
      /** Counts the receipt of a sale against its caps; false when it must not be sent. */
      maySendReceipt: (receipt: Parameters<typeof maySendReceipt>[1]) => maySendReceipt(deps, receipt),
      completeOrder: (
        tx: Parameters<typeof completeOrder>[0],
        order: OrderRow,
        payment: Parameters<typeof completeOrder>[3],
      ) => completeOrder(tx, deps, order, payment),
      presentOrderBase: (order: OrderRow) => presentOrderBase(order, publicUrl),
      presentBuyerOrder: (order: OrderRow) => presentBuyerOrder(deps, order),
    },
  } satisfies Module;
}
