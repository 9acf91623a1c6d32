import { discountMessages } from "../../../contract/api/discounts.ts";
import { defineErrors } from "../../platform/http/app-error.ts";

const field = "code";
export const errors = defineErrors("discounts", {
  codeTaken: [409, "You already have this code.", { field }],
  limitReached: [403, "You can have at most {max} codes. Delete one to add another."],
  seriesLimitReached: [403, "You can have at most {max} series of codes. Delete one to create another."],
  productsNotOwn: [400, { shared: discountMessages.products }, { field: "productIds" }],
});
