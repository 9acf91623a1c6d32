import { creatorPlanMessages } from "../../../contract/api/creator-plan.ts";
import { defineMessages } from "../../../contract/texts.ts";
import { defineErrors } from "../../platform/http/app-error.ts";
import { creatorMessages } from "../creators/index.ts";

/**
 * The messages of 503 and 404: for an unavailable provider, and for another creator's checkout or an unknown
 * product.
 */
export const messages = {
  product: creatorPlanMessages.product,
  end: creatorMessages.notEnded,
  ...defineMessages("billing", {
    start: "Unable to start checkout.",
    portal: "Couldn't open your card and invoices.",
    verify: "Could not verify checkout session.",
  }),
};

export const errors = defineErrors("billing", {
  productUnknown: [404, { shared: messages.product }],
  checkoutUnknown: [404, { shared: messages.verify }],
  notSold: [
    409,
    "The Creator plan cannot be bought here. The administrators of this site can give it to you.",
  ],
  priceDiffers: [
    409,
    "The price of the Creator plan is being changed, so it cannot be bought right now. Please try again later.",
  ],
  alreadyActive: [409, "Your Creator plan is already active. Nothing more is charged."],
  unpaid: [
    409,
    "Your subscription has an unpaid invoice, so you cannot subscribe again. Choose “Change card, see invoices” and pay it: your plan then continues.",
  ],
  noInvoices: [409, "You have no invoices yet: you have not subscribed to the Creator plan."],
  foreignReturnUrl: [400, { shared: messages.start }],
});
