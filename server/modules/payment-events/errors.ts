import { defineErrors, httpErrors } from "../../platform/http/app-error.ts";

/** The code keeps the name of the module that received events first, because clients know it. */
export const errors = {
  ...defineErrors("payment_events", {
    notSigned: [400, "Invalid webhook signature.", { code: "billing.bad_signature" }],
  }),
  noWebhook: httpErrors.noResource,
};
