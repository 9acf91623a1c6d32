import { AppError } from "../../platform/http/app-error.ts";

/** A creator cannot take real money before buyers can see who sells. */
export const sellerMissing = () =>
  new AppError(409, "connect.seller_missing", "Add your seller details in the settings first.");
