import { defineErrors, httpErrors } from "../../platform/http/app-error.ts";

/** Clients know the code by the module that received events first. */
export const errors = {
  ...defineErrors("payment_events", {
    notSigned: [400, "Invalid webhook signature.", { code: "billing.bad_signature" }],
  }),
  noWebhook: httpErrors.noResource,
};
