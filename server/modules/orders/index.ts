import type { Queries, Transaction } from "../../platform/database/index.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { findAccess } from "./access.ts";
import { registerActionRoutes } from "./action-routes.ts";
import { deleteAbandonedOrders } from "./anonymization.ts";
import { applyPayment, type ReportedPayment } from "./apply.ts";
import { buyerEmailFrame, findContact } from "./buyer-email-frame.ts";
import { buyerEmailJob } from "./buyer-emails.ts";
import { registerBuyerRoutes } from "./buyer-routes.ts";
import type { OrderDeps, OrderUses } from "./deps.ts";
import { createEmailLinks } from "./email-links.ts";
import { deleteExpiredExports, orderAttachments } from "./export-mail.ts";
import { registerListingRoutes } from "./listing-routes.ts";
import { queueUnfinishedRefunds, refundJob } from "./make-refund.ts";
import { orderBranding } from "./order-branding.ts";
import { type PaymentRow, saveDerivedState, saveDisputedAmounts } from "./order-state.ts";
import { onPaymentEvent } from "./payment-events.ts";
import { findPaymentIn, listOpenPaymentsOf } from "./payment-repository.ts";
import { registerPaymentReviews } from "./payment-reviews.ts";
import { presentBuyerOrder, presentOrderBase } from "./presenter.ts";
import { areReceiptsSent, reserveReceipt } from "./receipt-rules.ts";
import { endAbandonedTests, reconcilePaymentsJob } from "./reconcile.ts";
import { closePayment, endPayment, openPayment, refreshPayment } from "./refresh-payment.ts";
import { type RefundRequest, refundWithdrawn, requestRefund } from "./refunds.ts";
import type { OrderRow } from "./repository.ts";
import { mailOrder } from "./resend-receipt.ts";
import { findReturn } from "./return-page.ts";
import { saleEmailJob } from "./sale-emails.ts";
import { registerSellerReport } from "./seller-report.ts";
import { getOrder, renewOrder, returnUrl } from "./service.ts";
import { createOrderTokens } from "./tokens.ts";

export { anonymizeBuyer, anonymizeCreator, releaseFiles } from "./anonymization.ts";
export type { ReportedPayment } from "./apply.ts";
export { notForSale } from "./errors.ts";
export { queueOrderExport, saveOrderExport } from "./export-mail.ts";
export { freePayment } from "./free-payment.ts";
export { recordEvent } from "./history.ts";
export { maskEmail } from "./mask-email.ts";
export type { PaymentRow } from "./order-state.ts";
export { insertPayment } from "./payment-repository.ts";
export {
  countReservations,
  hasBuyerUsedDiscount,
  type PurchaseChanges,
  savePurchase,
  saveSoldProduct,
  unpaidHoldLimits,
} from "./purchase.ts";
export { isRealMoney, isTestMode, type Receipt, receiptsOfClient } from "./receipt-rules.ts";
export {
  findOrder,
  insertOrder,
  lockOrder,
  type OrderRow,
  setCancelled,
  setLeft,
  setStockReserved,
  setWithdrawn,
} from "./repository.ts";
export { deleteExpiredAddresses, deleteExpiredBuyerData } from "./retention.ts";
export { withdrawalOf } from "./right-of-withdrawal.ts";
/** Exported for reading joins; only this module writes to it. */
export { orders } from "./tables.ts";

export type Orders = ReturnType<typeof createOrders>["api"];

/** Creates the module of orders: what was bought, paid and delivered. */
export function createOrders(infrastructure: Infrastructure, uses: OrderUses) {
  const { db, settings } = infrastructure;
  const { publicUrl } = settings;
  const tokens = createOrderTokens(infrastructure.derive);
  const deps: OrderDeps = { ...infrastructure, ...uses, tokens, publicUrl };
  const closePaymentsOf = async (creatorId: number) => {
    for (const payment of await listOpenPaymentsOf(db, creatorId)) await closePayment(deps, payment);
  };
  uses.connect.beforeDisconnecting(closePaymentsOf);
  return {
    routes: ({ registerRoute }) => {
      registerBuyerRoutes(registerRoute, deps);
      registerListingRoutes(registerRoute, deps);
      registerActionRoutes(registerRoute, deps);
      registerSellerReport(registerRoute, deps);
      registerPaymentReviews(registerRoute, deps);
    },
    jobs: [saleEmailJob(deps), refundJob(deps), buyerEmailJob(deps), reconcilePaymentsJob(deps)],
    maintenance: {
      "delete-abandoned-orders": () => deleteAbandonedOrders(db),
      "end-abandoned-test-payments": () => endAbandonedTests(deps),
      "queue-unfinished-refunds": () => queueUnfinishedRefunds(deps),
      "save-disputed-amounts": () => saveDisputedAmounts(db),
      "delete-expired-order-exports": () => deleteExpiredExports(db),
    },
    emailLinks: createEmailLinks(tokens),
    emailAttachments: orderAttachments(db),
    api: {
      tokens,
      getOrder: (orderToken: string) => getOrder(deps, orderToken),
      renewOrder: (orderToken: string) => renewOrder(deps, orderToken),
      mailOrder: (request: Parameters<typeof mailOrder>[1]) => mailOrder(deps, request),
      findReturn: (request: Parameters<typeof findReturn>[1]) => findReturn(deps, request),
      returnUrl: (order: OrderRow, status: Parameters<typeof returnUrl>[2]) => returnUrl(deps, order, status),
      /** Returns the email that buyers of an order may write to; null where the seller has published none. */
      findContact: (order: OrderRow) => findContact(db, deps, order),
      branding: (order: OrderRow) => orderBranding(order, deps.publicUrl),
      areReceiptsSent: (order: OrderRow) => areReceiptsSent(db, order),
      /** Counts the receipt of a sale against its caps; false when it must not be sent. */
      reserveReceipt: (receipt: Parameters<typeof reserveReceipt>[1]) => reserveReceipt(deps, receipt),
      /** Saves what a provider reports of a payment; must be last in its transaction. */
      applyPayment: (tx: Transaction, payment: ReportedPayment) => applyPayment(tx, deps, payment),
      /** Creates a stored payment at its provider and returns the URL of the provider's page. */
      openPayment: (open: Parameters<typeof openPayment>[1]) => openPayment(deps, open),
      /** Saves that a locked order waits for a payment again after one that has ended. */
      saveStarted: (tx: Transaction, { id }: OrderRow) => saveDerivedState(tx, { id, cancelledAt: null }),
      /** Returns the payment of an order that can still be paid. */
      findOpenPayment: (orderId: number, queries: Queries = db) => findPaymentIn(queries, orderId, ["open"]),
      /** Returns the payment of an order that is not final. */
      findUnfinishedPayment: (orderId: number) => findPaymentIn(db, orderId, ["processing", "open"]),
      /** Makes the payments of a creator unpayable that are open. Throws `ProviderUnavailable`. */
      closePaymentsOf,
      /** Reads a payment from its provider and applies what it reports. */
      refreshPayment: (paymentId: string) => refreshPayment(deps, paymentId),
      /** Makes an unpaid payment unpayable; false when the provider cannot. */
      closePayment: (payment: PaymentRow) => closePayment(deps, payment),
      endPayment: (paymentId: string, outcome: "failed" | "expired") => endPayment(deps, paymentId, outcome),
      /** Stores a refund of a locked order; a job makes it at the provider. Throws 400, 409. */
      requestRefund: (tx: Transaction, order: Pick<OrderRow, "id">, request: RefundRequest) =>
        requestRefund(tx, deps, order, request),
      /** Requests the refund of a file whose buyer has withdrawn; returns who else has to refund. */
      refundWithdrawn: (tx: Transaction, order: OrderRow) => refundWithdrawn(tx, deps, order),
      /** Returns what every email to the buyer of an order has. */
      buyerEmailFrame: (queries: Queries, order: OrderRow) => buyerEmailFrame(queries, deps, order),
      /** Handles an event of the provider about a payment. */
      onPaymentEvent: (event: Parameters<typeof onPaymentEvent>[1]) => onPaymentEvent(deps, event),
      presentOrderBase: (order: OrderRow) => presentOrderBase(order, publicUrl),
      /** Returns whether the buyer of a paid order has access to what was bought. */
      findAccess: (order: OrderRow) => findAccess(db, order),
      presentBuyerOrder: (order: OrderRow) => presentBuyerOrder(deps, order),
    },
  } satisfies Module;
}
