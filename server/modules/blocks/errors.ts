import { blockMessages } from "../../../contract/api/blocks.ts";
import { defineErrors } from "../../platform/http/app-error.ts";

export const errors = defineErrors("blocks", {
  emailBlocked: [400, "This site doesn't accept emails of {domain}. Use another one.", { field: "email" }],
  handleBlocked: [400, "This handle can't be used here. Choose another one.", { field: "handle" }],
  linkBlocked: [400, "Links to {domain} aren't allowed on this site."],
  unverifiedLinks: [429, "Verify your email to save more links today.", { retryAfter: 3600 }],
  exists: [409, "This is blocked already.", { field: "value" }],
  tooMany: [409, { shared: blockMessages.tooMany }],
});
