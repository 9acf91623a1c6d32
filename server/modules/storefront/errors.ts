import { qrMessages } from "../../../contract/api/storefront.ts";
import { CREATOR_NOT_FOUND } from "../../../contract/rules/rules.ts";
import { defineErrors, NOT_FOUND } from "../../platform/http/app-error.ts";

export const errors = defineErrors("storefront", {
  creatorNotFound: [404, { shared: CREATOR_NOT_FOUND }],
  previewMissing: [404, { shared: NOT_FOUND }],
  suspendedByLaw: [451, "This page is unavailable for legal reasons."],
  suspendedByRules: [410, "This page was removed because it broke the rules of this site."],
  foreignUrl: [400, "Only URLs of this site are encoded.", { code: "storefront.foreign_address" }],
  qrTooLong: [400, { shared: qrMessages.tooLong }, { code: "invalid_input", field: "data" }],
  pageBusy: [503, "Too many requests for this page. Please try again shortly.", { retryAfter: 2 }],
  previewsBusy: [503, "Too many previews are being rendered. Please try again shortly.", { retryAfter: 5 }],
});
