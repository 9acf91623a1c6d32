import { AppError } from "../../platform/http/app-error.ts";

/** Error texts for an unavailable provider. */
export const messages = {
  status: "Unable to load tip status",
  onboard: "Unable to start onboarding",
  refresh: "Unable to refresh onboarding",
  tips: "Unable to update tip settings",
} as const;

export const mustVerifyEmail = () =>
  new AppError(403, "accounts.unverified", "Please verify your email to unlock all features.");
export const notConnected = () =>
  new AppError(409, "connect.not_connected", "Start Stripe onboarding first.");
export const requirementsDue = () =>
  new AppError(409, "connect.requirements_due", "Complete Stripe onboarding before changing tip settings.");
