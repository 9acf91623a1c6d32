import { defineMessages } from "../../../contract/texts.ts";
import { defineErrors } from "../../platform/http/app-error.ts";

export const messages = defineMessages("admin", {
  paymentsOpen: "Couldn't close your open payments, so nothing was deleted. Please try again in a moment.",
});
/**
 * Reasons that prevent a deletion. The codes say `admin`, because the administrators' route had them first.
 */
export const errors = defineErrors("admin", {
  lastAdmin: [409, "There must be at least one admin. Make another user an admin first."],
  planStillPaid: [
    503,
    "Couldn't end the subscription, so nothing was changed. Please try again in a moment.",
    { retryAfter: 5 },
  ],
});
