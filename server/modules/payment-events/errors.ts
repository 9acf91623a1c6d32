import { AppError } from "../../platform/http/app-error.ts";

/** Clients know the code by the module that received events first. */
export const notSigned = () => new AppError(400, "billing.bad_signature", "Invalid webhook signature.");
export const noWebhook = () => new AppError(404, "not_found", "Not found.");
