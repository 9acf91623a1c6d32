import { defineErrors } from "../../platform/http/app-error.ts";

const field = "code";
/** The errors of a code that a buyer enters. */
export const codeErrors = defineErrors("discounts", {
  /** Unknown codes, inactive codes and codes of other products share this error, so that it does not reveal which codes exist. */
  invalid: [400, "This code is not valid for this product.", { field }],
  notStarted: [400, "This code is not valid yet.", { field }],
  expired: [400, "This code has expired.", { field }],
  usedUp: [409, "This code has been used up. Nothing was charged.", { field }],
  usedByBuyer: [409, "You have used this code before. Nothing was charged.", { field }],
});
