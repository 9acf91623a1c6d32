export {
  anonymizeBuyer,
  anonymizeCreator,
  deleteAbandonedOrders,
  releaseFiles,
} from "./anonymization.ts";
export { findUnavailable } from "./payable.ts";
export { createPayingBrowserCookie } from "./paying-browser.ts";
export { presentBuyerOrder, presentCheckoutOrder } from "./presenter.ts";
export { areReceiptsSent } from "./receipt-rules.ts";
export { mailOrder } from "./resend-receipt.ts";
export { registerCheckoutRoutes } from "./routes.ts";
export { handleSaleEmails } from "./sale-emails.ts";
export {
  type CheckoutDeps,
  cancelOrder,
  findReturn,
  getCheckout,
  getOrder,
  payOrder,
  renewOrder,
  startCheckout,
} from "./service.ts";
export { createOrderTokens, type OrderTokens } from "./tokens.ts";
export { deleteUnreferencedFiles } from "./unreferenced-files.ts";
