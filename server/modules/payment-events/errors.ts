import { defineErrors, httpErrors } from "../../platform/http/app-error.ts";

/** The code begins with `billing`, the name of an earlier module, because clients know it. */
export const errors = {
  ...defineErrors("payment_events", {
    notSigned: [400, "Invalid webhook signature.", { code: "billing.bad_signature" }],
  }),
  noWebhook: httpErrors.noResource,
};
