import { defineErrors } from "../../platform/http/app-error.ts";

export const errors = defineErrors("funnel", {
  planRequired: [403, "Full analytics are part of the Creator plan."],
  backwards: [400, "The first day must not be after the last one.", { field: "from" }],
  beforeRetention: [400, "Choose days from {first} to {last}.", { field: "from" }],
  unknownFilter: [400, "This row does not exist any more. Clear the filter."],
});
