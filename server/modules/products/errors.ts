import { productMessages } from "../../../contract/api/products.ts";
import { belowMinimum } from "../../../contract/rules/prices.ts";
import { slugMessages } from "../../../contract/rules/slugs.ts";
import { AppError, fieldError, notFound } from "../../platform/http/app-error.ts";

/** A creator who sells through a provider cannot save a price that no card can pay. */
export const priceBelowMinimum = (currency: string, minCents: number) =>
  fieldError(400, "products.price_below_minimum", "priceCents", belowMinimum(currency, minCents));
/** What could never be paid. */
export const totalTooHigh = (field: "shippingCents" | "shippingAbroadCents") =>
  fieldError(400, "products.total_too_high", field, productMessages.totalTooHigh);
export const productNotFound = () => notFound("Product");
export const productLimitReached = () =>
  new AppError(403, "products.limit_reached", productMessages.limitReached);
/** The path is not an upload of this creator; the error does not reveal whether another creator has it. */
export const fileNotUsable = () =>
  fieldError(400, "products.file_not_usable", "digitalFilePath", productMessages.file);
export const slugTaken = () => fieldError(409, "products.slug_taken", "slug", slugMessages.taken);
