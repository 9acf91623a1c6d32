import { and, eq, lte, sql } from "drizzle-orm";
import type { PaymentStatus, RefundStatus } from "../../../contract/rules/order-states.ts";
import { afterCommit, type Database, type Transaction } from "../../platform/database/index.ts";
import type { Sales } from "../../platform/payments/sales.ts";
import { isEnded } from "./status.ts";
import { orderPayments } from "./tables.ts";

const OUTCOMES = [
  "started",
  "start_failed",
  "paid",
  "failed",
  "expired",
  "cancelled",
  "late",
  "refunded",
  "refund_failed",
] as const;
type Outcome = (typeof OUTCOMES)[number];

/** Results of payments at the providers, as seen by this process. */
export type PaymentCounts = {
  add(outcome: Outcome): void;
  /** Counts a payment's new status after the commit. Money for an ended one also counts as `late`. */
  addStatus(tx: Transaction, change: { before: PaymentStatus; after: PaymentStatus }): void;
  addRefund(tx: Transaction, status: RefundStatus): void;
  read(): Record<Outcome, number>;
};

export function createPaymentCounts(): PaymentCounts {
  const counts = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
  const add = (outcome: Outcome) => {
    counts[outcome] += 1;
  };
  return {
    add,
    addStatus(tx, { before, after }) {
      if (before === after || after === "open" || after === "processing") return;
      afterCommit(tx, () => {
        add(after);
        if (after === "paid" && isEnded(before)) add("late");
      });
    },
    addRefund(tx, status) {
      if (status === "done") afterCommit(tx, () => add("refunded"));
      if (status === "failed") afterCommit(tx, () => add("refund_failed"));
    },
    read: () => counts,
  };
}

/** Returns the longest delay of a payment's read from its provider in seconds, or 0. */
export async function readOverdue(db: Database, sales: Record<string, Sales>): Promise<number> {
  const { nextReadAt, provider, mode } = orderPayments;
  const seconds = Object.values(sales).map(async (source) => {
    const [row] = await db
      .select({ age: sql<number | null>`extract(epoch from now() - min(${nextReadAt}))::float8` })
      .from(orderPayments)
      .where(and(lte(nextReadAt, sql`now()`), eq(provider, source.provider), eq(mode, source.mode)));
    return row?.age ?? 0;
  });
  return Math.max(0, ...(await Promise.all(seconds)));
}
