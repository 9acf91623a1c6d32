import type { OrderStatus } from "../../contract/rules/order-states.ts";

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
