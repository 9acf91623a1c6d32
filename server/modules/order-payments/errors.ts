import { unknownLine } from "../../../contract/api/order-lines.ts";
import { defineErrors } from "../../platform/http/app-error.ts";

const code = "orders.not_refundable";
export const errors = defineErrors("orders", {
  nothingPaid: [409, "Nothing was paid for this order here, so there is nothing to refund.", { code }],
  refunded: [409, "Everything that was paid for this order is refunded already.", { code }],
  tooMany: [
    409,
    "This order has the most refunds that are possible here. Refund the rest at the payment provider.",
    { code },
  ],
  balance: [
    409,
    "Your {provider} balance did not cover this refund for a week. Add money there, then refund it again.",
    { code },
  ],
  notAllowed: [
    409,
    "The payment provider does not allow this refund from here. Refund it in the provider's dashboard.",
    { code },
  ],
  disputed: [
    409,
    "The buyer's bank disputes this payment, so it cannot be refunded. Respond to the dispute at the payment provider.",
  ],
  takenBack: [
    409,
    "The buyer's bank has taken back what was left of this payment, so there is nothing to refund.",
    { code: "orders.disputed" },
  ],
  noLine: [400, { shared: unknownLine }, { code: "invalid_input", field: "lines" }],
  lineTooLarge: [
    400,
    "At most {left} can be refunded for {line}.",
    { code: "invalid_input", field: "lines" },
  ],
  tooLarge: [400, "At most {left} can be refunded.", { code: "invalid_input", field: "amountCents" }],
});
/** `left` in minor units. */
export const refundTooLarge = (left: number) => errors.tooLarge({ left: (left / 100).toFixed(2) });
