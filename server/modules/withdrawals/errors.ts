import type { Withdrawal } from "../../../contract/api/order-lines.ts";
import { unknownLine } from "../../../contract/api/order-lines.ts";
import { defineErrors } from "../../platform/http/app-error.ts";

const CODE = "orders.no_withdrawal";
export const errors = defineErrors("withdrawals", {
  noLine: [400, { shared: unknownLine }, { code: "invalid_input", field: "lines" }],
  none: [409, "There is no right of withdrawal for this order.", { code: CODE }],
  mock: [
    409,
    "No money was charged for this order, so there is no contract to withdraw from.",
    { code: CODE },
  ],
  not_paid: [409, "This order is not paid, so there is no contract to withdraw from.", { code: CODE }],
  free: [409, "This order was free, so there is no right of withdrawal.", { code: CODE }],
  tip: [409, "There is no right of withdrawal for a tip. The creator can refund it.", { code: CODE }],
  not_a_trader: [409, "The seller is a private person, so there is no right of withdrawal.", { code: CODE }],
  delivered: [
    409,
    "The right of withdrawal ended when the delivery that you agreed to started.",
    { code: CODE },
  ],
  period_over: [409, "The period of withdrawal is over.", { code: CODE }],
  refunded: [409, "This order is already refunded.", { code: CODE }],
});
const byReason: Partial<Record<Withdrawal["reason"], typeof errors.none>> = errors;
export const noWithdrawal = (reason: Withdrawal["reason"]) => (byReason[reason] ?? errors.none)();
