import type { Payment } from "../../platform/payments/sales.ts";
import type { PaymentRow } from "./money.ts";

/**
 * Returns how what the provider reports differs from what was ordered, or null when it is the same.
 * The platform's fee is not compared: before the money arrives a provider may report none.
 */
export function findDifference(row: PaymentRow, reported: Payment): string | null {
  const { amountCents, currency, mode } = row;
  if (reported.reference !== null && reported.reference !== row.id) return "reference";
  if (reported.amount !== amountCents) return `amount ${reported.amount} instead of ${amountCents}`;
  if (reported.currency.toLowerCase() !== currency) {
    return `currency ${reported.currency} instead of ${currency}`;
  }
  if (reported.live !== (mode === "live")) return "mode";
  return null;
}
