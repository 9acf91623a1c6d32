import { AppError, fieldError } from "../../platform/http/app-error.ts";

/** Error texts for an unavailable provider, and for products and checkouts that are not the creator's. */
export const messages = {
  product: "Unable to load Stripe product.",
  start: "Unable to start checkout.",
  verify: "Could not verify checkout session.",
  end: "Your subscription could not be ended right now, so nothing was saved. Please try again in a moment.",
} as const;

export const productNotFound = () => new AppError(404, "billing.product_unknown", messages.product);
export const checkoutNotFound = () => new AppError(404, "billing.checkout_unknown", messages.verify);
export const alreadyActive = () =>
  new AppError(
    409,
    "billing.already_active",
    "Your Creator plan is already active. Nothing more is charged.",
  );
export const foreignReturnUrl = (field: "successUrl" | "cancelUrl") =>
  fieldError(400, "billing.foreign_return_url", field, messages.start);
