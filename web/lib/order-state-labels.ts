import type { OrderStatus, PaymentMode } from "../../contract/rules/order-states.ts";

/** The name and colour of each order status. */
export const ORDER_STATES = {
  pending: { label: "Pending", tone: "warn" },
  processing: { label: "Processing", tone: "warn" },
  paid: { label: "Paid", tone: "good" },
  partially_refunded: { label: "Partially refunded", tone: "neutral" },
  refunded: { label: "Refunded", tone: "neutral" },
  disputed: { label: "Disputed", tone: "bad" },
  failed: { label: "Failed", tone: "bad" },
  expired: { label: "Expired", tone: "neutral" },
  cancelled: { label: "Cancelled", tone: "neutral" },
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
  if (isWithdrawn && isReturning) return { label: "Withdrawn", tone: "neutral" } as const;
  return status === "paid" && (mode !== "live" || amount_cents === 0)
    ? ({ label: "Completed", tone: "neutral" } as const)
    : ORDER_STATES[status];
}
