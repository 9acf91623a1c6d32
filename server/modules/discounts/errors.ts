import { discountMessages } from "../../../contract/api/discounts.ts";
import { defineErrors } from "../../platform/http/app-error.ts";

const field = "code";
export const errors = defineErrors("discounts", {
  codeTaken: [409, "You already have this code.", { field }],
  limitReached: [403, "You can have at most {max} codes. Delete one to add another."],
  seriesLimitReached: [403, "You can have at most {max} series of codes. Delete one to create another."],
  productsNotOwn: [400, { shared: discountMessages.products }, { field: "productIds" }],
  /** Unknown codes, inactive codes and codes of other products share this error, so that it does not reveal which codes exist. */
  invalid: [400, "This code is not valid for this product.", { field }],
  notStarted: [400, "This code is not valid yet.", { field }],
  expired: [400, "This code has expired.", { field }],
  usedUp: [409, "This code has been used up. Nothing was charged.", { field }],
  usedByBuyer: [409, "You have used this code before. Nothing was charged.", { field }],
});
