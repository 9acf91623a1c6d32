import { discountMessages } from "../../../contract/api/discounts.ts";
import { AppError, fieldError, notFound } from "../../platform/http/app-error.ts";

export const discountNotFound = () => notFound("Discount code");
export const codeTaken = () => fieldError(409, "discounts.code_taken", "code", discountMessages.codeTaken);
export const discountLimitReached = () =>
  new AppError(403, "discounts.limit_reached", discountMessages.limitReached);
export const productsNotOwn = () =>
  fieldError(400, "discounts.products_not_own", "productIds", discountMessages.products);

/** The code does not exist, is inactive or is for other products: the error does not reveal which. */
export const codeInvalid = () =>
  fieldError(400, "discounts.invalid", "code", "This code is not valid for this product.");
export const codeNotStarted = () =>
  fieldError(400, "discounts.not_started", "code", "This code is not valid yet.");
export const codeExpired = () => fieldError(400, "discounts.expired", "code", "This code has expired.");
export const codeUsedUp = () =>
  fieldError(409, "discounts.used_up", "code", "This code has been used up. Nothing was charged.");
export const codeUsedByBuyer = () =>
  fieldError(409, "discounts.used_by_buyer", "code", "You have used this code before. Nothing was charged.");
