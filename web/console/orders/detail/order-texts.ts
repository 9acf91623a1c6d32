import type { CreatorOrderDetail, OrderEventKind, RefundReason } from "../../../../contract/api/orders.ts";
import {
  type DisputeStatus,
  hasDisputes,
  type OrderActor,
  type PaymentStatus,
  type RefundStatus,
} from "../../../../contract/rules/order-states.ts";
import type { BadgeTone } from "../../../ui/badge.tsx";

type State = { label: string; tone: BadgeTone };

export const PAYMENT_STATES: Record<PaymentStatus, State> = {
  open: { label: "Open", tone: "warn" },
  processing: { label: "Processing", tone: "warn" },
  paid: { label: "Paid", tone: "good" },
  failed: { label: "Failed", tone: "bad" },
  expired: { label: "Expired", tone: "neutral" },
  cancelled: { label: "Cancelled", tone: "neutral" },
};

const REFUND_STATES: Record<RefundStatus, State & { help?: string }> = {
  asked: {
    label: "Waiting",
    tone: "warn",
    help: "The payment provider can't be reached. We'll send the refund as soon as it can; there is nothing to repeat.",
  },
  pending: {
    label: "Pending",
    tone: "warn",
    help: "The payment provider has received it. It may be waiting for your balance there.",
  },
  done: { label: "Refunded", tone: "good" },
  failed: { label: "Failed", tone: "bad" },
};

const WAITS_FOR_BALANCE = {
  ...REFUND_STATES.asked,
  help: "Your balance at the payment provider does not cover this refund yet. We try again for a week.",
};

/** Returns the displayed state of a refund. A waiting refund with a failure waits for the balance. */
export const refundState = ({ status, failure }: { status: RefundStatus; failure: string | null }) =>
  status === "asked" && failure !== null ? WAITS_FOR_BALANCE : REFUND_STATES[status];

export const DISPUTE_STATES: Record<DisputeStatus, State> = {
  warning: { label: "Inquiry", tone: "warn" },
  open: { label: "Open", tone: "bad" },
  won: { label: "Won", tone: "good" },
  lost: { label: "Lost", tone: "bad" },
  closed: { label: "Closed", tone: "neutral" },
};

export const REFUND_REASONS: Record<RefundReason, string> = {
  requested: "Requested by the buyer",
  duplicate: "Paid twice",
  withdrawal: "Withdrawal from the contract",
  fraud: "Fraud",
  other: "Another reason",
};

export const ACTORS: Record<OrderActor, string> = {
  buyer: "Buyer",
  creator: "You",
  administrator: "Administrator",
  provider: "Payment provider",
  system: "Automatic",
};

const EVENTS: Record<OrderEventKind, string> = {
  created: "Checkout started",
  payment_started: "Payment started",
  payment_processing: "Payment is being processed",
  payment_held: "Payment held: it does not match the order",
  payment_failed: "Payment failed",
  payment_expired: "Payment expired",
  paid: "Paid",
  duplicate_refunded: "Paid twice: the second payment is refunded",
  oversold: "Sold one more than was in stock",
  refund_started: "Refund started",
  refunded: "Refunded",
  refund_failed: "Refund failed",
  dispute_opened: "Dispute opened",
  dispute_won: "Dispute won",
  dispute_lost: "Dispute lost",
  dispute_closed: "Dispute closed",
  cancelled: "Checkout cancelled",
  shipped: "Shipped",
  withdrawn: "Withdrawn from the contract",
  downloads_ended: "Downloads ended",
  downloaded: "Downloaded",
  emailed: "Email sent",
  email_changed: "Email corrected",
  given: "Given as a free copy",
  gift_planned: "To be sent as a gift",
  gift_cancelled: "Gift cancelled",
  gift_sent: "Sent as a gift",
};

/** Titles of history entries for money that is taken without a dispute. */
const CHARGEBACK_EVENTS: Partial<Record<OrderEventKind, string>> = {
  dispute_won: "The buyer's bank returned money",
  dispute_lost: "The buyer's bank took money back",
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
