import { productFileMessages } from "../../../contract/api/product-files.ts";
import { CHOSEN, defineErrors } from "../../platform/http/app-error.ts";

export const errors = defineErrors("products", {
  /** No payment can exceed this total. */
  totalTooHigh: [400, "Price and shipping together must be at most 999,999.99."],
  limitReached: [403, "You can have at most {max} products. Delete one to add another."],
  /** The path is not an upload of this creator. The message does not reveal whether it is another creator's. */
  fileNotUsable: [400, { shared: productFileMessages.file }],
  bundleNotOwn: [400, "Choose products of yours for the bundle.", { field: "bundleItems" }],
  notForBundle: [
    400,
    "“{part}” can't be in the bundle. Choose active files, goods and services in the bundle's currency.",
    { field: "bundleItems" },
  ],
  offerNotOwn: [400, "Choose a product of yours to offer.", { field: "offerProductId" }],
  notForOffer: [
    400,
    "“{product}” can't be offered here. Choose a product in the same currency that is not a tip.",
    { field: "offerProductId" },
  ],
  offeredTwice: [
    400,
    "“{product}” can't be offered here, because buyers would get the same product twice.",
    { field: "offerProductId" },
  ],
  slugTaken: [409, "Another product of yours has this link.", { field: "slug" }],
  nobodyToTell: [409, "Nobody is left to be told of this version."],
  toldToday: [409, "Buyers of this product were told within the last day. You can tell them again at {at}."],
  sendingStopped: [409, "An administrator has stopped your emails, so buyers can't be told."],
  /** The creator's provider cannot charge such a low price. */
  priceBelowMinimum: [400, CHOSEN],
});
