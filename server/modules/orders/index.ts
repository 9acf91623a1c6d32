import { libraryOrderPages, orderPages } from "../../../contract/pages/order-pages.ts";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { withDeps } from "../../platform/with-deps.ts";
import { createOrderTokens } from "./access/tokens.ts";
import { deleteAbandonedOrders } from "./anonymization.ts";
import { deleteExpiredExports, orderAttachments } from "./books/export-mail.ts";
import { registerSellerReport } from "./books/seller-report.ts";
import type { OrderDependencies, OrderDeps } from "./deps.ts";
import { registerEmailChangePages } from "./email-changes/pages.ts";
import { deleteOldChanges } from "./email-changes/repository.ts";
import { buyerEmailFrame, findContact, orderPageFrame } from "./emails/buyer-email-frame.ts";
import { buyerEmailJob } from "./emails/buyer-emails.ts";
import { createEmailLinks } from "./emails/email-links.ts";
import { areReceiptsSent, reserveReceipt } from "./emails/receipt-rules.ts";
import { saleEmailJob } from "./emails/sale-emails.ts";
import { registerGiftPages } from "./gifts/pages.ts";
import { giftJob } from "./gifts/send-gifts.ts";
import { importOrders } from "./imported/import-orders.ts";
import { deleteOldLibraryLinks, libraryLinkJob } from "./library/links.ts";
import { createOrderLocators } from "./library/locate-order.ts";
import { registerLibraryPages } from "./library/pages.ts";
import { deleteOldBuyerSessions } from "./library/sessions.ts";
import type { SoldProduct } from "./line-tables.ts";
import type { OrderLine } from "./lines/lines.ts";
import { getOrderDetail } from "./listing/order-detail.ts";
import { presentBuyerOrder, presentOrderBase } from "./listing/presenter.ts";
import { registerOrderPages } from "./order-pages.ts";
import { saveDerivedState } from "./payment/derived-state.ts";
import { closePaymentsOf, orderHook, paidOrder } from "./payment/paid-order.ts";
import { returnReservations } from "./payment/reservations.ts";
import { saveSold } from "./payment/sold-lines.ts";
import { refundWithdrawn } from "./refunds/withdrawn-refund.ts";
import type { OrderRow } from "./repository.ts";
import { findReturn } from "./return-page.ts";
import { registerActionRoutes, registerBuyerRoutes, registerListingRoutes } from "./routes.ts";
import { returnUrl } from "./service.ts";
import { versionNoticesJob } from "./versions/notices.ts";
import { endNewsOf, findNewsOf } from "./versions/product-news.ts";
import { registerVersionRoutes } from "./versions/routes.ts";

export { boughtFiles } from "./access/access.ts";
export { creatorOfLink } from "./access/link-owners.ts";
export { endAccess } from "./access/repository.ts";
export { linkSeedOf } from "./access/tokens.ts";
/** Exported for the references to files; only this module writes to it. */
export { access } from "./access-tables.ts";
export {
  anonymizeBuyer,
  anonymizeCreator,
  deleteExpiredAddresses,
  deleteExpiredBuyerData,
  releaseFiles,
} from "./anonymization.ts";
export { queueOrderExport, saveOrderExport } from "./books/export-mail.ts";
export { orderLanguage } from "./emails/buyer-email-frame.ts";
export {
  consumeReceiptLimits,
  consumeSellerLimits,
  isRealMoney,
  isTestMode,
  type Receipt,
  receiptsOfClient,
} from "./emails/receipt-rules.ts";
export { errors as orderErrors } from "./errors.ts";
export { recordEvent } from "./history.ts";
export { findImported, type ImportedSale, removeImported } from "./imported/import-orders.ts";
export type { LocatedOrder, OrderLocator } from "./library/locate-order.ts";
/** Exported for reading joins; only this module writes to it. */
export { boughtId, isMainLine, orderLines, type SoldProduct } from "./line-tables.ts";
export {
  boughtIdOf,
  inLockOrder,
  mainLineOf,
  mainLinesOf,
  type OrderLine,
  titleOf,
} from "./lines/lines.ts";
export { insertOrder, setStockReserved } from "./lines/save-lines.ts";
export { progressOfGoals } from "./listing/goal-sales.ts";
export { sumSales } from "./listing/overview.ts";
export { maskEmail } from "./listing/presenter.ts";
export { salesOfProducts } from "./listing/product-sales.ts";
export {
  listSaleKinds,
  readOffersByVisit,
  readSalesByVisit,
  readSalesTotals,
} from "./listing/sales-by-visit.ts";
export { recordOrderWebhook } from "./order-webhooks.ts";
export {
  countReservations,
  hasBuyerUsedDiscount,
  type PurchaseChanges,
  saveCurrency,
  savePurchase,
  unpaidHoldLimits,
} from "./payment/purchase.ts";
export { kindsOf, lineWithdrawalOf, listWithdrawable, withdrawalOf } from "./refunds/right-of-withdrawal.ts";
export {
  findOrder,
  isPurchaseOf,
  lockOrder,
  type OrderKey,
  type OrderRow,
  setCancelled,
  setLeft,
  setWithdrawn,
} from "./repository.ts";
/** Exported for reading joins; only this module writes to it. */
export { orders } from "./tables.ts";
export { listOrdersOf, writeOrders } from "./write-orders.ts";

export type Orders = ReturnType<typeof createOrders>["api"];

/** Orders from payment to delivery, refund and withdrawal. */
export function createOrders(infrastructure: Infrastructure, uses: OrderDependencies) {
  const { db, settings } = infrastructure;
  const { publicUrl } = settings;
  const tokens = createOrderTokens(infrastructure.derive);
  const deps: OrderDeps = { ...infrastructure, ...uses, tokens, publicUrl };
  uses.orderPayments.setOrders(orderHook(deps));
  uses.connect.beforeDisconnecting((creatorId, provider) => closePaymentsOf(deps, creatorId, provider));
  uses.connect.afterConnecting(uses.orderPayments.readAgain);
  const locators = createOrderLocators(deps);
  return {
    routes: ({ registerRoute }) => {
      registerBuyerRoutes(registerRoute, deps);
      registerListingRoutes(registerRoute, deps);
      registerActionRoutes(registerRoute, deps);
      registerSellerReport(registerRoute, deps);
      registerVersionRoutes(registerRoute, deps);
    },
    pages: (registerPage) => {
      registerOrderPages(registerPage, deps, { pages: orderPages, locate: locators.byLink });
      registerOrderPages(registerPage, deps, { pages: libraryOrderPages, locate: locators.inLibrary });
      registerLibraryPages(registerPage, deps);
      registerEmailChangePages(registerPage, deps);
      registerGiftPages(registerPage, deps);
    },
    jobs: [
      saleEmailJob(deps),
      buyerEmailJob(deps),
      libraryLinkJob(deps),
      giftJob(deps),
      versionNoticesJob(deps),
    ],
    maintenance: {
      "delete-abandoned-orders": () => deleteAbandonedOrders(db),
      "delete-expired-order-exports": () => deleteExpiredExports(db),
      "delete-old-order-email-changes": () => deleteOldChanges(db),
      "delete-old-library-links": () => deleteOldLibraryLinks(db),
      "delete-old-buyer-sessions": () => deleteOldBuyerSessions(db),
    },
    emailLinks: createEmailLinks(db, tokens),
    emailAttachments: orderAttachments(db),
    api: {
      tokens,
      locators,
      ...withDeps(deps, {
        findReturn,
        returnUrl,
        reserveReceipt,
        paidOrder,
        closePaymentsOf,
        presentBuyerOrder,
        findNewsOf,
        endNewsOf,
      }),
      /** Returns the published email of an order's seller, or null. */
      findContact: (order: OrderRow) => findContact(db, deps, order),
      pageFrame: (order: OrderRow) => orderPageFrame(order, deps.publicUrl),
      /** Releases the reservations of a locked order. Returns the updated order. */
      returnReservations: (tx: Transaction, order: OrderRow) => returnReservations(tx, deps, order),
      /** Saves what a locked order is for. Returns the updated order. */
      saveSold: (tx: Transaction, order: OrderRow, sold: readonly SoldProduct[]) =>
        saveSold(tx, deps, order, sold),
      /** Adds sales of another service. Returns the ids of the orders. */
      importOrders: (tx: Transaction, given: Parameters<typeof importOrders>[2]) =>
        importOrders(tx, deps, given),
      areReceiptsSent: (order: OrderRow) => areReceiptsSent(db, order),
      /** Returns a locked order to the pending state after its payment ended. */
      saveStarted: (tx: Transaction, order: OrderRow) =>
        saveDerivedState(tx, { ...order, cancelledAt: null }),
      /** Requests the refund of withdrawn files. Returns who must refund instead, if anyone. */
      refundWithdrawn: (tx: Transaction, order: OrderRow, lines: readonly OrderLine[]) =>
        refundWithdrawn(tx, deps, { paid: paidOrder(deps, order), lines }),
      /** Returns the common frame of emails to the buyer of an order. */
      buyerEmailFrame: (queries: Queries, order: OrderRow) => buyerEmailFrame(queries, deps, order),
      getOrderDetail: (key: { id: number; creatorId: number }) => getOrderDetail(db, key),
      presentOrderBase: (order: OrderRow) => presentOrderBase(order, publicUrl),
    },
  } satisfies Module;
}
