import { defineErrors } from "../../platform/http/app-error.ts";

export const errors = defineErrors("campaign_links", {
  planRequired: [403, "Campaign links are part of the Creator plan."],
  limitReached: [403, "You can have at most {max} campaign links. Delete one to add another."],
  nameTaken: [409, "You already have a link with this name.", { field: "name" }],
  productNotOwn: [400, "Choose one of your own products.", { field: "productId" }],
});
