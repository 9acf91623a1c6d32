import type { OrderStatus, PaymentMode } from "../../contract/rules/order-states.ts";
import { t, text } from "../../contract/texts.ts";

/** The name and colour of each order status. */
export const ORDER_STATES = {
  pending: { label: text("Pending"), tone: "warn" },
  processing: { label: text("Processing"), tone: "warn" },
  paid: { label: text("Paid"), tone: "good" },
  partially_refunded: { label: text("Partially refunded"), tone: "neutral" },
  refunded: { label: text("Refunded"), tone: "neutral" },
  disputed: { label: text("Disputed"), tone: "bad" },
  failed: { label: text("Failed"), tone: "bad" },
  expired: { label: text("Expired"), tone: "neutral" },
  cancelled: { label: text("Cancelled"), tone: "neutral" },
} as const satisfies Record<OrderStatus, { label: string; tone: "good" | "warn" | "bad" | "neutral" }>;

type BadgedOrder = {
  status: OrderStatus;
  mode: PaymentMode | null;
  amount_cents: number;
  isWithdrawn: boolean;
};

/** Returns the name and colour of a buyer's order. A withdrawn order says so until its money is returned. A test or free order is completed, because nothing was paid. */
export function orderBadge({ status, mode, amount_cents, isWithdrawn }: BadgedOrder) {
  const isReturning = status === "paid" || status === "partially_refunded";
  if (isWithdrawn && isReturning) return { label: t("Withdrawn"), tone: "neutral" } as const;
  if (status === "paid" && (mode !== "live" || amount_cents === 0))
    return { label: t("Completed"), tone: "neutral" } as const;
  const { label, tone } = ORDER_STATES[status];
  return { label: t(label), tone };
}
