import { defineMessages } from "../../../contract/texts.ts";
import { defineErrors, missing } from "../../platform/http/app-error.ts";

export const messages = defineMessages("subscriptions", {
  notEnded: "Couldn't end your subscription, so nothing was saved. Please try again in a moment.",
});
export const errors = defineErrors("creators", {
  missing: [404, { shared: missing({ noun: "Creator" }) }],
  /** Thrown by actions that need a verified email. */
  unverified: [403, "Please verify your email to unlock all features.", { code: "accounts.unverified" }],
  handleTaken: [409, "This handle is already taken.", { field: "handle" }],
  appearanceNeedsPlan: [
    403,
    "This choice is part of the Creator plan.",
    { code: "appearance.plan_required" },
  ],
  backgroundImageMissing: [
    400,
    "Upload an image for the background first.",
    { code: "appearance.background_image_missing", field: "backgroundUrl" },
  ],
  planNeedsPayment: [403, "The Creator plan can only be chosen by paying."],
  planStillPaid: [503, { shared: messages.notEnded }, { retryAfter: 5 }],
});
