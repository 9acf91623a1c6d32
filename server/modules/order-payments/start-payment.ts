import type { Payment, Sales } from "../../platform/payments/sales.ts";
import type { PaymentRow } from "./money.ts";
import type { PaidOrder } from "./order.ts";

/**
 * Creates a stored payment at its provider.
 * A repeat sends the same parameters, all of which are stored, and receives the same payment.
 * Throws `ProviderUnavailable`, `CreationFailed`, `SellerUnavailable`, `AmountTooSmall`.
 */
export async function createAtProvider(
  sales: Sales,
  { order, payment }: { order: PaidOrder; payment: PaymentRow },
): Promise<Payment> {
  const { parameters, expiresAt } = payment;
  if (!parameters || !expiresAt) throw new Error("payment has no parameters");
  const { request: _request, ...sent } = parameters;
  return sales.startPayment({
    id: payment.id,
    account: payment.account,
    amount: payment.amountCents,
    currency: payment.currency,
    fee: payment.feeCents,
    ...sent,
    ...(await order.describe()),
    expiresAt,
  });
}
