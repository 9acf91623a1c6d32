import type Stripe from "stripe";
import type { Dispute, Payment, Refund } from "../../sales.ts";
import { REFERENCE } from "../../stripe-event.ts";
import { idOf } from "./stripe-responses.ts";

/** The metadata key for our refund id. */
export const REFUND_ID_KEY = "tessera_refund";

/** The expansions for one read of a session: the charge with its refunds and Stripe's fee. */
export const CHARGE_EXPANSIONS = ["refunds", "balance_transaction"].map(
  (part) => `payment_intent.latest_charge.${part}`,
);
/** The expansion for the platform's fee. It belongs to the platform, so a restricted key may not read it. */
export const PLATFORM_FEE_EXPANSION = "payment_intent.latest_charge.application_fee";

/** A payment with the id of its platform fee. */
export type ReadPayment = Payment & { feeId: string | null };

/** A session and the objects that were read with it. */
type Read = {
  session: Stripe.Checkout.Session;
  /** The connected account, or null for the installation's own. */
  account: string | null;
  refunds: Stripe.Refund[];
  disputes: Stripe.Dispute[];
};

/** Returns a session and its charge as a payment. */
export function toPayment({ session, account, refunds, disputes }: Read): ReadPayment {
  const status = statusOf(session);
  const intent = intentOf(session);
  const charge = chargeOf(session);
  const { email, address } = session.customer_details ?? {};
  const card = charge?.payment_method_details?.card;
  return {
    id: session.id,
    reference: session.client_reference_id ?? session.metadata?.[REFERENCE] ?? null,
    intent: idOf(session.payment_intent),
    url: status === "open" ? (session.url ?? null) : null,
    live: session.livemode,
    status,
    amount: session.amount_total ?? 0,
    currency: session.currency ?? "",
    fee: charge?.application_fee_amount ?? intent?.application_fee_amount ?? 0,
    feeReturned: feeReturned(charge),
    providerFee: providerFee(charge),
    paidAt: status === "paid" ? paidAt(session) : null,
    method: charge?.payment_method_details?.type ?? null,
    country: charge?.billing_details?.address?.country ?? address?.country ?? card?.country ?? null,
    email: email ?? session.customer_email ?? null,
    refunds: refunds.map(toRefund),
    disputes: disputes.map((dispute) => toDispute(dispute, { account, live: session.livemode })),
    feeId: idOf(charge?.application_fee),
  };
}

/** Returns the status of a session. A completed session is paid once its money is certain. */
export function statusOf(session: Stripe.Checkout.Session): Payment["status"] {
  if (session.status === "expired") return "expired";
  if (session.status !== "complete") return "open";
  const intent = intentOf(session);
  if (session.payment_status !== "unpaid" || intent?.status === "succeeded") return "paid";
  const isFailed = intent?.status === "canceled" || intent?.status === "requires_payment_method";
  return isFailed ? "failed" : "processing";
}

export function toRefund({ id, amount, status, metadata, failure_reason }: Stripe.Refund): Refund {
  const isFailed = status === "failed" || status === "canceled";
  return {
    id,
    ours: metadata?.[REFUND_ID_KEY] ?? null,
    amount,
    status: status === "succeeded" ? "done" : isFailed ? "failed" : "pending",
    ...(isFailed && { failure: failure_reason ?? null }),
  };
}

const DISPUTE_STATUSES: Record<string, Dispute["status"]> = {
  warning_needs_response: "warning",
  warning_under_review: "warning",
  warning_closed: "closed",
  prevented: "closed",
  won: "won",
  lost: "lost",
};

function toDispute(
  { id, amount, status, evidence_details: evidence }: Stripe.Dispute,
  { account, live }: { account: string | null; live: boolean },
): Dispute {
  return {
    id,
    amount,
    // Open disputes need a response, are under review or were appealed. An unknown status counts as open, so that the buyer's download stays blocked.
    status: DISPUTE_STATUSES[status] ?? "open",
    respondBy: evidence?.due_by ? new Date(evidence.due_by * 1000) : null,
    // Without the account's id the page would open in the account that is selected in the dashboard.
    url: `https://dashboard.stripe.com/${account === null ? "" : `${account}/`}${live ? "" : "test/"}disputes/${id}`,
  };
}

/** Returns when the money arrived: the time of the balance transaction. A direct debit gets it days after its charge. */
function paidAt(session: Stripe.Checkout.Session): Date {
  const charge = chargeOf(session);
  const transaction = charge?.balance_transaction;
  const arrived = transaction && typeof transaction === "object" ? transaction : charge;
  return new Date((arrived ?? session).created * 1000);
}

export function intentOf({ payment_intent: intent }: Stripe.Checkout.Session) {
  return intent && typeof intent === "object" ? intent : undefined;
}

export function chargeOf(session: Stripe.Checkout.Session): Stripe.Charge | undefined {
  const charge = intentOf(session)?.latest_charge;
  return charge && typeof charge === "object" ? charge : undefined;
}

function feeReturned(charge: Stripe.Charge | undefined): number | null {
  if (!charge) return 0;
  const { application_fee: fee, application_fee_amount: amount } = charge;
  if (fee && typeof fee === "object") return fee.amount_refunded;
  return fee || amount ? null : 0;
}

/** Returns Stripe's fee without the platform's, or null if it is unknown or charged in another currency. */
function providerFee(charge: Stripe.Charge | undefined): number | null {
  const transaction = charge?.balance_transaction;
  if (!charge || !transaction || typeof transaction !== "object") return null;
  if (transaction.currency !== charge.currency) return null;
  const platform = transaction.fee_details
    .filter(({ type }) => type === "application_fee")
    .reduce((sum, { amount }) => sum + amount, 0);
  return transaction.fee - platform;
}
