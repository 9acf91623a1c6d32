import { MAX_SALE_ROWS } from "../../../../contract/api/sale-imports.ts";
import { defineErrors } from "../../../platform/http/app-error.ts";

export const errors = defineErrors("sale_imports", {
  unreadable: [422, "This file is not a list of sales of Gumroad. Choose the CSV as it was exported there."],
  empty: [422, "There are no sales in this file."],
  tooMany: [
    422,
    `A file can have up to ${MAX_SALE_ROWS} sales. Export a shorter period, and import the others afterwards.`,
  ],
  gone: [
    404,
    "This list of sales was replaced by another one, or is older than a day. Choose its file again.",
  ],
});
