import { AppError, notFound } from "../../platform/http/app-error.ts";

export const tileNotFound = () => notFound("Tile");
export const notForSale = () => new AppError(409, "checkout.not_for_sale", "This is not for sale right now.");
export const soldOut = () => new AppError(409, "checkout.sold_out", "This is sold out. Nothing was charged.");
export const checkoutNotFound = () => notFound("Checkout");
export const checkoutCancelled = () =>
  new AppError(409, "checkout.cancelled", "This checkout was cancelled. Please start again from the page.");
export const checkoutExpired = () =>
  new AppError(410, "checkout.expired", "This checkout has expired. Please start again from the page.");
export const noLongerForSale = () =>
  new AppError(409, "checkout.not_for_sale", "This is no longer for sale. Nothing was charged.");
