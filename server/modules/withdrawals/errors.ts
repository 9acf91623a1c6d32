import type { Withdrawal } from "../../../contract/api/buyer-orders.ts";
import { AppError, notFound } from "../../platform/http/app-error.ts";

export const orderNotFound = () => notFound("Order");

const NO_WITHDRAWAL: Partial<Record<Withdrawal["reason"], string>> = {
  mock: "No money was charged for this order, so there is no contract to withdraw from.",
  not_paid: "This order is not paid, so there is no contract to withdraw from.",
  free: "This order was free, so there is no right of withdrawal.",
  tip: "There is no right of withdrawal for a tip. The creator can refund it.",
  not_a_trader: "The seller is a private person, so there is no right of withdrawal.",
  delivered: "The right of withdrawal ended when the delivery that you agreed to started.",
  period_over: "The period of withdrawal is over.",
  refunded: "This order is already refunded.",
};
export const noWithdrawal = (reason: Withdrawal["reason"]) =>
  new AppError(
    409,
    "orders.no_withdrawal",
    NO_WITHDRAWAL[reason] ?? "There is no right of withdrawal for this order.",
  );
