export { deleteAbandonedOrders, forgetBuyer, forgetCreator, releaseFiles } from "./forgetting.ts";
export { mailOrder } from "./mail-again.ts";
export { presentBuyerOrder, presentCheckoutOrder } from "./presenter.ts";
export { registerCheckoutRoutes } from "./routes.ts";
export {
  type CheckoutDeps,
  cancelOrder,
  findOrderToken,
  getCheckout,
  getOrder,
  payOrder,
  renewOrder,
  startCheckout,
} from "./service.ts";
export { createOrderTokens, type OrderTokens } from "./tokens.ts";
export { deleteUnnamedFiles } from "./unnamed-files.ts";
