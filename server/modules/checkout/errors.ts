import { checkoutMessages } from "../../../contract/api/checkout.ts";
import { PAYMENT_MINUTES, UNPAID_HOLDS } from "../../../contract/rules/limits.ts";
import type { PriceProblem } from "../../../contract/rules/prices.ts";
import { defineMessages } from "../../../contract/texts.ts";
import { CHOSEN, defineErrors } from "../../platform/http/app-error.ts";

export const messages = defineMessages("checkout", {
  start: "Couldn't start the payment. Nothing was charged. Please try again in a moment.",
  cancel: "Couldn't cancel the payment. Please try again in a moment.",
});

export const errors = defineErrors("checkout", {
  soldOut: [409, "This is sold out. Nothing was charged."],
  outOfStock: [
    409,
    "This is out of stock. Raise the stock to give a copy away.",
    { code: "checkout.sold_out" },
  ],
  partSoldOut: [
    409,
    "“{part}” is sold out, so this bundle is not for sale. Nothing was charged.",
    { code: "checkout.sold_out" },
  ],
  partNotForSale: [
    409,
    "“{part}” is no longer for sale, and so is this bundle. Nothing was charged.",
    { code: "checkout.not_for_sale" },
  ],
  /** Several buyers may share an IP, so the error names their options. */
  reserved: [
    429,
    "Other payments for this are still open on your network. Nothing was charged. Finish or cancel one of them, or try again in half an hour.",
    { retryAfter: PAYMENT_MINUTES * 60 },
  ],
  tooManyUnpaid: [
    429,
    "Several payments for this were started on your network and not finished. Nothing was charged. Please try again in a few hours.",
    { code: "checkout.reserved", retryAfter: UNPAID_HOLDS.seconds / 4 },
  ],
  cancelled: [409, "This checkout was cancelled. Please start again from the page."],
  expired: [410, "This checkout has expired. Please start again from the page."],
  noLongerForSale: [
    409,
    "This is no longer for sale. Nothing was charged.",
    { code: "checkout.not_for_sale" },
  ],
  sellerUnavailable: [409, "This seller can't take payments right now. Nothing was charged."],
  /** The creator has connected a provider since the mock checkout was opened. */
  mockReplaced: [
    409,
    "The checkout has changed. Please start again from the page.",
    { code: "checkout.changed" },
  ],
  changed: [409, "The price or the product has changed. Check it and pay again."],
  /** The provider applies its minimum in the currency of the seller's account, which we do not know. */
  belowMinimum: [409, "This amount is below what cards can pay in the seller's currency."],
  emailRequired: [
    400,
    "Enter your email: the receipt and the download go there.",
    { code: "invalid_input", field: "email" },
  ],
  /** The provider's checks of the buyer's input are stricter than ours. */
  providerRejects: [
    400,
    "The payment provider does not accept this {noun}. Check it. Nothing was charged.",
    { code: "invalid_input" },
  ],
  consentRequired: [
    400,
    "Tick the box so that we may deliver at once.",
    { code: "invalid_input", field: "consent" },
  ],
  addressRequired: [
    400,
    "Enter the address that it is sent to.",
    { code: "invalid_input", field: "address" },
  ],
  /** A price that the buyer can change. */
  unpayable: [400, CHOSEN, { code: "invalid_input" }],
  unpayableBySeller: [409, CHOSEN, { code: "checkout.below_minimum" }],
  totalRequired: [400, { shared: checkoutMessages.total }, { code: "invalid_input", field: "totalCents" }],
});

export const checkoutChanged = (totalCents: number) => errors.changed({ state: { totalCents } });

export const unpayable = ({ field, message }: PriceProblem) =>
  field === null ? errors.unpayableBySeller({ message }) : errors.unpayable({ message, field });
