import { qrMessages } from "../../../contract/api/storefront.ts";
import { CHOSEN, defineErrors, missing } from "../../platform/http/app-error.ts";

export const errors = defineErrors("storefront", {
  creatorNotFound: [404, { shared: missing({ noun: "Creator" }) }],
  previewMissing: [404, CHOSEN],
  eventNotFound: [404, { shared: missing({ noun: "Event" }) }],
  contactNotFound: [404, { shared: missing({ noun: "Contact" }) }],
  suspendedByLaw: [451, "This page is unavailable for legal reasons."],
  suspendedByRules: [410, "This page was removed because it broke the rules of this site."],
  foreignUrl: [400, "Only URLs of this site are encoded.", { code: "storefront.foreign_address" }],
  qrTooLong: [400, { shared: qrMessages.tooLong }, { code: "invalid_input", field: "data" }],
  pageBusy: [503, "Too many requests for this page. Please try again shortly.", { retryAfter: 2 }],
  previewsBusy: [503, "Too many previews are being rendered. Please try again shortly.", { retryAfter: 5 }],
});
