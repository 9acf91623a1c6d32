export { deleteAbandonedOrders, forgetBuyer, forgetCreator, releaseFiles } from "./forgetting.ts";
export { mailOrder } from "./mail-again.ts";
export { findUnavailable } from "./payable.ts";
export { createPayingBrowserCookie } from "./paying-browser.ts";
export { presentBuyerOrder, presentCheckoutOrder } from "./presenter.ts";
export { areReceiptsSent } from "./receipt-rules.ts";
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
export { deleteUnnamedFiles } from "./unnamed-files.ts";
