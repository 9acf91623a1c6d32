import { AppError, fieldError } from "../../platform/http/app-error.ts";

const NOT_REFUNDABLE = {
  nothing_paid: "Nothing was paid for this order here, so there is nothing to refund.",
  refunded: "Everything that was paid for this order is refunded already.",
  too_many:
    "This order has the most refunds that are possible here. Refund the rest at the payment provider.",
  balance: "Your Stripe balance did not cover this refund for a week. Add money there, then refund it again.",
  provider:
    "The payment provider does not allow this refund from here. Refund it in the provider's dashboard.",
} as const;
export const notRefundable = (why: keyof typeof NOT_REFUNDABLE) =>
  new AppError(409, "orders.not_refundable", NOT_REFUNDABLE[why]);
export const disputed = () =>
  new AppError(
    409,
    "orders.disputed",
    "The buyer's bank disputes this payment, so it cannot be refunded. Respond to the dispute at the payment provider.",
  );
/** `left` in minor units. */
export const refundTooLarge = (left: number) => {
  const message = `At most ${(left / 100).toFixed(2)} can be refunded.`;
  return fieldError(400, "invalid_input", "amountCents", message);
};
