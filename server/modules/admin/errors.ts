import { texts } from "../../../contract/texts.ts";
import { defineErrors } from "../../platform/http/app-error.ts";

export const messages = texts("admin", {
  paymentsOpen:
    "Open payments could not be closed right now, so nothing was deleted. Please try again in a moment.",
});
export const errors = defineErrors("admin", {
  lastAdmin: [409, "There must be at least one admin. Make another user an admin first."],
  oneself: [409, "You cannot delete your own account here."],
  noCreator: [409, "This user has no creator page, so there is nothing to change."],
  planStillPaid: [
    503,
    "The subscription could not be ended right now, so nothing was changed. Please try again in a moment.",
    { retryAfter: 5 },
  ],
});
