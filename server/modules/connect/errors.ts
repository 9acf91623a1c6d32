import { connectMessages } from "../../../contract/api/connect.ts";
import { AppError, fieldError } from "../../platform/http/app-error.ts";

/** Error texts for an unavailable provider. */
export const messages = {
  status: "Unable to load tip status",
  onboard: "Unable to start onboarding",
  refresh: "Unable to refresh onboarding",
  tips: "Unable to update tip settings",
  own: "Unable to read the installation's Stripe account",
  disconnect: "Unable to disconnect the Stripe account",
} as const;

export const notConnected = () =>
  new AppError(409, "connect.not_connected", "Start Stripe onboarding first.");
export const requirementsDue = () =>
  new AppError(409, "connect.requirements_due", "Complete Stripe onboarding before changing tip settings.");
export const countryRequired = () =>
  fieldError(400, "connect.country_missing", "country", connectMessages.country);
export const noKeys = () =>
  new AppError(409, "connect.no_keys", "This installation has no Stripe keys. Set STRIPE_SECRET_KEY first.");
export const alreadyConnected = () =>
  new AppError(409, "connect.already_connected", "Disconnect the current Stripe account first.");
