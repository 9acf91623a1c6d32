import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import type { Analytics } from "../analytics/index.ts";
import type { Files } from "../files/index.ts";
import { deleteAbandonedOrders } from "./anonymization.ts";
import { createEmailLinks } from "./email-links.ts";
import { findUnavailable } from "./payable.ts";
import { createPayingBrowserCookie } from "./paying-browser.ts";
import { presentBuyerOrder, presentCheckoutOrder } from "./presenter.ts";
import { areReceiptsSent } from "./receipt-rules.ts";
import type { OrderRow } from "./repository.ts";
import { mailOrder } from "./resend-receipt.ts";
import { registerCheckoutRoutes } from "./routes.ts";
import { saleEmailJob } from "./sale-emails.ts";
import {
  type CheckoutDeps,
  cancelOrder,
  findReturn,
  getCheckout,
  getOrder,
  payOrder,
  renewOrder,
  startCheckout,
} from "./service.ts";
import { createOrderTokens } from "./tokens.ts";
import { deleteUnreferencedFiles } from "./unreferenced-files.ts";

export { anonymizeBuyer, anonymizeCreator, releaseFiles } from "./anonymization.ts";

export type Checkout = ReturnType<typeof createCheckout>["api"];

/** Creates the module of checkouts and orders. */
export function createCheckout(
  infrastructure: Infrastructure,
  { analytics, files }: { analytics: Analytics; files: Files },
) {
  const { db, settings } = infrastructure;
  const { publicUrl } = settings;
  const tokens = createOrderTokens(infrastructure.derive);
  const deps: CheckoutDeps = { ...infrastructure, analytics, tokens, publicUrl };
  return {
    routes: ({ registerRoute }) => registerCheckoutRoutes(registerRoute, { ...deps, files }),
    jobs: [saleEmailJob(deps)],
    maintenance: {
      "delete-abandoned-orders": () => deleteAbandonedOrders(db),
      "delete-unreferenced-files": () => deleteUnreferencedFiles(deps),
    },
    emailLinks: createEmailLinks(tokens),
    api: {
      startCheckout: (tileId: number) => startCheckout(deps, tileId),
      getCheckout: (checkoutToken: string) => getCheckout(deps, checkoutToken),
      payOrder: (payment: Parameters<typeof payOrder>[1]) => payOrder(deps, payment),
      cancelOrder: (checkoutToken: string) => cancelOrder(deps, checkoutToken),
      getOrder: (orderToken: string) => getOrder(deps, orderToken),
      renewOrder: (orderToken: string) => renewOrder(deps, orderToken),
      mailOrder: (request: Parameters<typeof mailOrder>[1]) => mailOrder(deps, request),
      findReturn: (request: Parameters<typeof findReturn>[1]) => findReturn(deps, request),
      findUnavailable: (order: OrderRow) => findUnavailable(db, order),
      areReceiptsSent: (order: OrderRow) => areReceiptsSent(db, order),
      presentCheckoutOrder: (order: OrderRow) => presentCheckoutOrder(order, publicUrl),
      presentBuyerOrder: (order: OrderRow) => presentBuyerOrder(order, publicUrl, tokens),
      /** Reads and sets the cookie of the browser that paid. */
      payingBrowser: createPayingBrowserCookie(publicUrl),
    },
  } satisfies Module;
}
