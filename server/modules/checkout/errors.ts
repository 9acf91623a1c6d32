import { PAYMENT_MINUTES, UNPAID_HOLDS } from "../../../contract/rules/limits.ts";
import type { PriceProblem } from "../../../contract/rules/prices.ts";
import { AppError, fieldError, notFound } from "../../platform/http/app-error.ts";

export const tileNotFound = () => notFound("Tile");
export const productNotFound = () => notFound("Product");
export const soldOut = () => new AppError(409, "checkout.sold_out", "This is sold out. Nothing was charged.");
/** Behind one IP there can be several buyers, so the error names what they can do. */
export const tooManyReservations = () =>
  new AppError(
    429,
    "checkout.reserved",
    "Other payments for this are still open on your network. Nothing was charged. Finish or cancel one of them, or try again in half an hour.",
    { retryAfter: PAYMENT_MINUTES * 60 },
  );
export const tooManyUnpaid = () =>
  new AppError(
    429,
    "checkout.reserved",
    "Several payments for this were started on your network and not finished. Nothing was charged. Please try again in a few hours.",
    { retryAfter: UNPAID_HOLDS.seconds / 4 },
  );
export const checkoutNotFound = () => notFound("Checkout");
export const checkoutCancelled = () =>
  new AppError(409, "checkout.cancelled", "This checkout was cancelled. Please start again from the page.");
export const checkoutExpired = () =>
  new AppError(410, "checkout.expired", "This checkout has expired. Please start again from the page.");
export const noLongerForSale = () =>
  new AppError(409, "checkout.not_for_sale", "This is no longer for sale. Nothing was charged.");
export const sellerUnavailable = () =>
  new AppError(
    409,
    "checkout.seller_unavailable",
    "This seller can't take payments right now. Nothing was charged.",
  );
/** The creator has connected a provider since the mock checkout was opened. */
export const mockReplaced = () =>
  new AppError(409, "checkout.changed", "The checkout has changed. Please start again from the page.");
export const checkoutChanged = (totalCents: number) =>
  new AppError(409, "checkout.changed", "The price or the product has changed. Check it and pay again.", {
    details: { fieldErrors: {}, formErrors: [], totalCents },
  });
/** The provider applies its minimum in the currency of the seller's account, which we do not know. */
export const tooSmall = () =>
  new AppError(
    409,
    "checkout.below_minimum",
    "This amount is below what cards can pay in the seller's currency.",
  );
export const emailRequired = () =>
  fieldError(400, "invalid_input", "email", "Enter your email: the receipt and the download go there.");
/** The provider's checks of what the buyer entered are stricter than ours. */
export const providerRejects = (field: "email" | "address") =>
  fieldError(
    400,
    "invalid_input",
    field,
    `The payment provider does not accept this ${field}. Check it. Nothing was charged.`,
  );
export const consentRequired = () =>
  fieldError(400, "invalid_input", "consent", "Tick the box so that we may deliver at once.");
export const addressRequired = () =>
  fieldError(400, "invalid_input", "address", "Enter the address that it is sent to.");
export const totalRequired = () =>
  fieldError(400, "invalid_input", "totalCents", "Send the total that was shown.");
/** A price that cannot be paid: 400 for what the buyer can change. */
export const unpayable = ({ field, message }: PriceProblem) =>
  field === null
    ? new AppError(409, "checkout.below_minimum", message)
    : fieldError(400, "invalid_input", field, message);
export const messages = {
  start: "The payment could not be started right now. Nothing was charged. Please try again in a moment.",
  cancel: "The payment could not be cancelled right now. Please try again in a moment.",
} as const;
