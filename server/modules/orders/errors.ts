import { AppError, notFound } from "../../platform/http/app-error.ts";

export const notForSale = () => new AppError(409, "checkout.not_for_sale", "This is not for sale right now.");
export const orderNotFound = () => notFound("Order");
export const creatorUnverified = () =>
  new AppError(
    409,
    "checkout.creator_unverified",
    "Orders of this creator are not emailed, because the creator's email is not verified yet.",
  );
export const nothingToDownload = () =>
  new AppError(409, "checkout.nothing_to_download", "There is nothing to download for this order.");
export const notPaid = () =>
  new AppError(409, "checkout.not_paid", "This order is not paid, so there is nothing to send.");
export const noBuyerEmail = () =>
  new AppError(409, "checkout.no_email", "This order has no email. Enter one to receive the links.");
export const buyerUnreachable = () =>
  new AppError(409, "checkout.no_email", "The buyer gave no email, so nothing can be sent.");
export const downloadNotFound = () => notFound("Download");
export const downloadExpired = () =>
  new AppError(
    410,
    "checkout.download_expired",
    "This download link has expired. Your order page gives you a new one.",
  );

/** The download has ended; `why` is a sentence for the buyer. */
const ended = (why: string) => new AppError(410, "checkout.refunded", why);
export const wasRefunded = () => ended("This order was refunded, so its download has ended.");
export const accessEnded = () => ended("The download of this order has ended.");
export const paymentReturned = () => ended("Your bank returned this payment, so the download has ended.");
export const downloadPaused = () =>
  new AppError(409, "checkout.disputed", "Downloads are paused while your bank reviews this payment.");

export const notShippable = () =>
  new AppError(409, "orders.not_shippable", "This order is not paid, or has nothing to ship.");
export const withdrawnFrom = () =>
  new AppError(
    409,
    "orders.not_shippable",
    "The buyer has withdrawn from the contract, so there is nothing to ship.",
  );
