import type { AccountMoney, Balance } from "../../account-money.ts";
import { type PaymentRow, refundable } from "./sandbox-payments.ts";

/** A payment is settled after this time. */
const SETTLED_AFTER_MS = 2 * 24 * 60 * 60 * 1000;

/** Returns the money of an account, summed up from its payments. The sandbox charges no fees and pays nothing out. */
export function moneyOf(payments: readonly PaymentRow[], now: Date): AccountMoney {
  const byCurrency = new Map<string, Balance>();
  for (const payment of payments) {
    const { currency, paidAt, disputes, fee } = payment;
    const before = byCurrency.get(currency) ?? { currency, available: 0, pending: 0, frozen: 0 };
    const isSettled = paidAt !== null && now.getTime() - paidAt.getTime() >= SETTLED_AFTER_MS;
    const isLost = disputes.some(({ status }) => status === "lost");
    const isDisputed = disputes.some(({ status }) => status === "open");
    const kind = isDisputed ? "frozen" : isSettled ? "available" : "pending";
    const net = isLost ? 0 : Math.max(0, refundable(payment) - fee);
    byCurrency.set(currency, { ...before, [kind]: before[kind] + net });
  }
  return { balances: [...byCurrency.values()], payouts: [] };
}
