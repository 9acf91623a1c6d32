import { fieldMessages } from "../../../contract/rules/fields.ts";
import { defineErrors } from "../../platform/http/app-error.ts";

export const errors = defineErrors("audience", {
  closed: [409, "Signing up is not possible here right now."],
  /** Errors that explain why emails to the audience are blocked. */
  unverified: [409, "Confirm your own email address first."],
  stopped: [409, "An administrator has stopped your emails."],
  offline: [409, "Your page is offline, so nothing is sent."],
  off: [409, "Emails to the audience are switched off on your plan."],
  empty: [409, "Your audience is still empty."],
  dailyEmails: [
    409,
    "You can send {count, plural, one {# email} other {# emails}} within 24 hours. Please try again later.",
  ],
  dailyRecipients: [
    409,
    "Your emails can reach {daily_recipients, plural, one {# person} other {# people}} within 24 hours ({recipients_left} left), and your audience has {recipients}.",
  ],
  letterGone: [409, "This draft was sent or deleted in another tab or on another device."],
  notAnImage: [400, "Upload a picture, or leave it out.", { code: "invalid_input", field: "imageUrl" }],
  formOutdated: [409, "The form was sent too quickly, or is too old. Please reload the page and try again."],
  invalidEmail: [400, { shared: fieldMessages.email }, { code: "invalid_input", field: "email" }],
});

export const letterErrors = defineErrors("letters", {
  limitReached: [
    403,
    "You can have at most {max, plural, one {# draft or scheduled email} other {# drafts and scheduled emails}}. Delete one to add another.",
  ],
  past: [400, "Choose a time in the future.", { code: "invalid_input", field: "sendAt" }],
  tooFar: [
    400,
    "Choose a time within the next {days, plural, one {# day} other {# days}}.",
    { code: "invalid_input", field: "sendAt" },
  ],
  late: [409, "It was not sent at its time, because the server did not run then. Choose another time."],
  imported: [409, "It was scheduled at another site. Choose a time for it here."],
  repeated: [
    409,
    "The same email was sent to your audience within the last {hours, plural, one {# hour} other {# hours}}.",
  ],
});
