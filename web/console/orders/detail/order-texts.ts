import type { CreatorOrderDetail, OrderEventKind, RefundReason } from "../../../../contract/api/orders.ts";
import {
  type DisputeStatus,
  hasDisputes,
  type OrderActor,
  type PaymentStatus,
  type RefundStatus,
} from "../../../../contract/rules/order-states.ts";
import { t } from "../../../../contract/texts.ts";
import type { BadgeTone } from "../../../ui/badge.tsx";

type State = { label: string; tone: BadgeTone };

export const PAYMENT_STATES: Record<PaymentStatus, State> = {
  open: { label: t("Open"), tone: "warn" },
  processing: { label: t("Processing"), tone: "warn" },
  paid: { label: t("Paid"), tone: "good" },
  failed: { label: t("Failed"), tone: "bad" },
  expired: { label: t("Expired"), tone: "neutral" },
  cancelled: { label: t("Cancelled"), tone: "neutral" },
};

const REFUND_STATES: Record<RefundStatus, State & { help?: string }> = {
  asked: {
    label: t("Waiting"),
    tone: "warn",
    help: t(
      "The payment provider can't be reached. We'll send the refund as soon as it can; there is nothing to repeat.",
    ),
  },
  pending: {
    label: t("Pending"),
    tone: "warn",
    help: t("The payment provider has received it. It may be waiting for your balance there."),
  },
  done: { label: t("Refunded"), tone: "good" },
  failed: { label: t("Failed"), tone: "bad" },
};

const WAITS_FOR_BALANCE = {
  ...REFUND_STATES.asked,
  help: t("Your balance at the payment provider does not cover this refund yet. We try again for a week."),
};

/** Returns the displayed state of a refund. A waiting refund with a failure waits for the balance. */
export const refundState = ({ status, failure }: { status: RefundStatus; failure: string | null }) =>
  status === "asked" && failure !== null ? WAITS_FOR_BALANCE : REFUND_STATES[status];

export const DISPUTE_STATES: Record<DisputeStatus, State> = {
  warning: { label: t("Inquiry"), tone: "warn" },
  open: { label: t("Open"), tone: "bad" },
  won: { label: t("Won"), tone: "good" },
  lost: { label: t("Lost"), tone: "bad" },
  closed: { label: t("Closed"), tone: "neutral" },
};

export const REFUND_REASONS: Record<RefundReason, string> = {
  requested: t("Requested by the buyer"),
  duplicate: t("Paid twice"),
  withdrawal: t("Withdrawal from the contract"),
  fraud: t("Fraud"),
  other: t("Another reason"),
};

export const ACTORS: Record<OrderActor, string> = {
  buyer: t("Buyer"),
  creator: t("You"),
  administrator: t("Administrator"),
  provider: t("Payment provider"),
  system: t("Automatic"),
};

const EVENTS: Record<OrderEventKind, string> = {
  created: t("Checkout started"),
  payment_started: t("Payment started"),
  payment_processing: t("Payment is being processed"),
  payment_held: t("Payment held: it does not match the order"),
  payment_failed: t("Payment failed"),
  payment_expired: t("Payment expired"),
  paid: t("Paid"),
  duplicate_refunded: t("Paid twice: the second payment is refunded"),
  oversold: t("Sold one more than was in stock"),
  refund_started: t("Refund started"),
  refunded: t("Refunded"),
  refund_failed: t("Refund failed"),
  dispute_opened: t("Dispute opened"),
  dispute_won: t("Dispute won"),
  dispute_lost: t("Dispute lost"),
  dispute_closed: t("Dispute closed"),
  cancelled: t("Checkout cancelled"),
  shipped: t("Shipped"),
  withdrawn: t("Withdrawn from the contract"),
  downloads_ended: t("Downloads ended"),
  downloaded: t("Downloaded"),
  emailed: t("Email sent"),
  email_changed: t("Email corrected"),
  given: t("Given as a free copy"),
  imported: t("Imported from another service"),
  gift_planned: t("To be sent as a gift"),
  gift_cancelled: t("Gift cancelled"),
  gift_sent: t("Sent as a gift"),
};

/** Titles of history entries for money that is taken without a dispute. */
const CHARGEBACK_EVENTS: Partial<Record<OrderEventKind, string>> = {
  dispute_won: t("The buyer's bank returned money"),
  dispute_lost: t("The buyer's bank took money back"),
};

export const eventText = (what: OrderEventKind, provider: string): string =>
  (!hasDisputes(provider) && CHARGEBACK_EVENTS[what]) || EVENTS[what];

/** Turns a provider's code into words: `insufficient_funds` becomes "insufficient funds". */
export function readableCode(code: string): string {
  return code.replaceAll("_", " ");
}

/** True if the buyer has withdrawn from the contract. */
export const isWithdrawn = ({ lines }: Pick<CreatorOrderDetail, "lines">) =>
  lines.every(({ withdrawn_at }) => withdrawn_at !== null);
