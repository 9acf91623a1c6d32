import { productMessages } from "../../../contract/api/products.ts";
import { CHOSEN, defineErrors } from "../../platform/http/app-error.ts";

export const errors = defineErrors("products", {
  /** A price that can never be paid. */
  totalTooHigh: [400, "Price and shipping together must be at most 999,999.99."],
  limitReached: [403, "You can have at most {max} products. Delete one to add another."],
  /** The path is not an upload of this creator; the error does not reveal whether it is another's. */
  fileNotUsable: [400, { shared: productMessages.file }, { field: "digitalFilePath" }],
  slugTaken: [409, "Another product of yours has this link.", { field: "slug" }],
  /** A creator with a provider cannot save a price that no card can pay. */
  priceBelowMinimum: [400, CHOSEN, { field: "priceCents" }],
});
