import { AppError, fieldError } from "../../platform/http/app-error.ts";

export const creatorNotFound = () => new AppError(404, "creators.missing", "Creator not found.");
/** For actions that need a verified email. */
export const mustVerifyEmail = () =>
  new AppError(403, "accounts.unverified", "Please verify your email to unlock all features.");
export const handleTaken = () =>
  fieldError(409, "creators.handle_taken", "handle", "This handle is already taken.");
export const appearanceNeedsPlan = (field: string) =>
  fieldError(403, "appearance.plan_required", field, "This choice is part of the Creator plan.");
export const backgroundImageRequired = () =>
  fieldError(
    400,
    "appearance.background_image_missing",
    "backgroundUrl",
    "Upload an image for the background first.",
  );
export const planNeedsPayment = () =>
  new AppError(403, "creators.plan_needs_payment", "The Creator plan can only be chosen by paying.");
export const subscriptionStillActive = () =>
  new AppError(
    503,
    "creators.plan_still_paid",
    "Your subscription could not be ended right now, so nothing was saved. Please try again in a moment.",
    { retryAfter: 5 },
  );
