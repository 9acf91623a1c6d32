import { AppError, notFound } from "../../platform/http/app-error.ts";

/** Shown when the provider is unavailable while an account is deleted. */
export const PAYMENTS_NOT_CLOSED =
  "Open payments could not be closed right now, so nothing was deleted. Please try again in a moment.";
export const adminsOnly = () => new AppError(403, "admin.only", "Admins only.");
export const userNotFound = () => notFound("User");
export const lastAdmin = () =>
  new AppError(
    409,
    "admin.last_admin",
    "There must be at least one admin. Make another user an admin first.",
  );
export const cannotDeleteSelf = () =>
  new AppError(409, "admin.oneself", "You cannot delete your own account here.");
export const noCreator = () =>
  new AppError(409, "admin.no_creator", "This user has no creator page, so there is nothing to change.");
export const subscriptionStillActive = () =>
  new AppError(
    503,
    "admin.plan_still_paid",
    "The subscription could not be ended right now, so nothing was changed. Please try again in a moment.",
    { retryAfter: 5 },
  );
