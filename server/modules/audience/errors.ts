import { fieldMessages } from "../../../contract/rules/fields.ts";
import { defineErrors } from "../../platform/http/app-error.ts";

export const errors = defineErrors("audience", {
  closed: [409, "Signing up is not possible here right now."],
  /** Reasons for which emails to the audience are blocked. */
  unverified: [409, "Confirm your own email address first."],
  stopped: [409, "An administrator has stopped your emails."],
  offline: [409, "Your page is offline, so nothing is sent."],
  off: [409, "Emails to the audience are switched off on your plan."],
  empty: [409, "Your audience is still empty."],
  dailyEmails: [409, "You can send {count} emails within 24 hours. Please try again later."],
  dailyRecipients: [
    409,
    "Your emails can reach {daily_recipients} people within 24 hours ({recipients_left} left), and your audience has {recipients}.",
  ],
  formOutdated: [409, "The form has expired. Please reload the page and try again."],
  invalidEmail: [400, { shared: fieldMessages.email }, { code: "invalid_input", field: "email" }],
});
