import { defineErrors } from "../../platform/http/app-error.ts";

export const errors = defineErrors("analytics", {
  creatorUnknown: [404, "This page no longer exists."],
  tileNotOnPage: [400, "This tile is not on the creator's page.", { field: "tileId" }],
});
