import Stripe from "stripe";
import { CreationFailed } from "../../port.ts";
import { AmountTooSmall, BuyerInputRejected, RefundRejected, SellerUnavailable } from "../../sales.ts";

type StripeError = InstanceType<typeof Stripe.errors.StripeError>;

/** The error codes of accounts that cannot take payments now. */
const SELLER_CODES = new Set([
  "account_invalid",
  "capability_not_active",
  "testmode_charges_only",
  "platform_account_required",
  "application_fees_not_allowed",
]);
/** Matches Stripe's messages, which have no code, about an account whose payments are paused, or that has no payment method or name yet. */
const SELLER_MESSAGE =
  /cannot currently make (live )?charges|card_payments.* capabilit|access .*revoked|no valid payment method types|must set an account or business name/i;

const REFUND_CODES: Record<string, RefundRejected["reason"]> = {
  charge_disputed: "disputed",
  refund_disputed_payment: "disputed",
  charge_already_refunded: "too_much",
  amount_too_large: "too_much",
  insufficient_funds: "balance",
  balance_insufficient: "balance",
};
const BALANCE_MESSAGE = /insufficient (available )?funds/i;

/** Returns the typed rejection of a creation, or the given error if there is none. */
export function toStartRejection(error: unknown): unknown {
  const cause = stripeErrorOf(error);
  if (!cause) return error;
  const { code, message } = cause;
  if (code === "amount_too_small") return new AmountTooSmall(message, { cause });
  const isSeller = SELLER_CODES.has(code ?? "") || SELLER_MESSAGE.test(message) || namesNoParameter(cause);
  if (isSeller) return new SellerUnavailable(message, { cause });
  const field = buyerFieldOf(cause);
  return field ? new BuyerInputRejected(field, { cause }) : error;
}

/** Returns whether the error names no parameter of the request. Its cause is then the account. */
function namesNoParameter(cause: StripeError): boolean {
  return cause.statusCode === 400 && !cause.param && cause.rawType !== "idempotency_error";
}

/** Returns the buyer's field that Stripe does not accept. Its checks of emails and addresses are stricter than ours, and change. */
function buyerFieldOf({ statusCode, param = "" }: StripeError): BuyerInputRejected["field"] | undefined {
  if (statusCode !== 400) return undefined;
  if (param === "customer_email") return "email";
  return param.startsWith("payment_intent_data[shipping]") ? "address" : undefined;
}

/** Returns the typed rejection of a refund, or the given error if Stripe may still make it. */
export function toRefundRejection(error: unknown): unknown {
  const cause = stripeErrorOf(error);
  const isFinal = cause && (error instanceof CreationFailed || cause.code === "account_invalid");
  if (!isFinal || (cause.statusCode ?? 500) >= 500) return error;
  return new RefundRejected(refundReasonOf(cause), { cause });
}

function refundReasonOf({ code = "", message, param }: StripeError): RefundRejected["reason"] {
  const known = REFUND_CODES[code];
  if (known) return known;
  if (BALANCE_MESSAGE.test(message)) return "balance";
  return param === "amount" ? "too_much" : "other";
}

/** Returns whether Stripe rejected a request because of its parameters or of a permission that the key lacks. */
export function isRejected(error: unknown): boolean {
  const { statusCode } = stripeErrorOf(error) ?? {};
  return statusCode === 400 || statusCode === 403;
}

function stripeErrorOf(error: unknown): StripeError | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Stripe.errors.StripeError ? cause : undefined;
}
