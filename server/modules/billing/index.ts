export type { BillingDeps } from "./deps.ts";
export { handleEvents, receiveEvent } from "./inbox.ts";
export { scheduleReconciliation } from "./reconcile.ts";
export { deleteOldEvents } from "./repository.ts";
export { registerBillingRoutes, registerPaymentWebhook } from "./routes.ts";
export { endSubscriptions } from "./service.ts";
