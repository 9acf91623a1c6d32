import { eventMessages } from "../../../contract/api/event-tile.ts";
import { GOAL_PRODUCTS } from "../../../contract/api/goals.ts";
import { TOO_MANY_TILES, tileMessages } from "../../../contract/api/tile-messages.ts";
import { CHOSEN, defineErrors } from "../../platform/http/app-error.ts";

export const errors = defineErrors("tiles", {
  limitReached: [403, { shared: tileMessages.limitReached }],
  abuseLimit: [403, { shared: TOO_MANY_TILES }],
  productNotOwn: [400, { shared: tileMessages.product }, { field: "productId" }],
  pictureNotOwn: [400, "Upload the picture again.", { field: "images" }],
  goalProductsNotOwn: [400, { shared: GOAL_PRODUCTS }, { field: "goal" }],
  pricedElsewhere: [
    400,
    "This product has a price of its own. Change it under Products.",
    { field: "tipCents" },
  ],
  tipAmount: [400, CHOSEN, { code: "products.price_below_minimum", field: "tipCents" }],
  /**
   * Also thrown if only the local times are in order, but not the instants, because the clocks change in between.
   */
  endsBeforeStart: [
    400,
    { shared: tileMessages.endsBeforeStart },
    { code: "invalid_input", field: "endsAt" },
  ],
  eventEndsBeforeStart: [
    400,
    { shared: eventMessages.endsBeforeStart },
    { code: "invalid_input", field: "eventEndsAt" },
  ],
  eventOver: [400, { shared: eventMessages.over }, { code: "invalid_input", field: "startsAt" }],
  productDeleted: [409, "The product of this tile was deleted. Restore the product first."],
  sizeNeedsPlan: [
    403,
    "Wide tiles are part of the Creator plan.",
    { code: "appearance.plan_required", field: "size" },
  ],
});
