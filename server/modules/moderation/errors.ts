import { moderationMessages } from "../../../contract/api/moderation.ts";
import { defineErrors } from "../../platform/http/app-error.ts";

export const errors = defineErrors("moderation", {
  pageNotFound: [400, "Enter the URL of a page of this site, such as {example}.", { field: "url" }],
  tooMany: [
    429,
    "Your network has sent several reports today. Please try again tomorrow.",
    { retryAfter: 3600 },
  ],
  alreadyReported: [
    429,
    "This page was reported several times, and the administrators will look at it.",
    { retryAfter: 3600 },
  ],
  full: [429, "Too many reports arrived today. Please try again tomorrow.", { retryAfter: 3600 }],
  tileNotFound: [400, { shared: moderationMessages.tile }, { code: "invalid_input", field: "tileId" }],
  untilPassed: [400, { shared: moderationMessages.until }, { code: "invalid_input", field: "until" }],
  decided: [409, "Another administrator has decided this report."],
  admin: [409, "An administrator's account can't be suspended. Remove the role first."],
  accountDeleted: [409, "The account was deleted, so the report can only be dismissed."],
  notActive: [409, "This decision is no longer in effect."],
  notObjected: [409, "No objection waits for an answer."],
  otherAdmin: [409, "Another administrator must answer the objection to your decision."],
  cannotObject: [409, "You can object once, within six months, while the decision is in effect."],
});
