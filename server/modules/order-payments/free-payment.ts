import type { Payment } from "../../platform/payments/sales.ts";

/** Returns an order's payment of 0, which is paid at once and sent to no provider. */
export function freePayment({
  id,
  currency,
  paidAt,
}: {
  id: string;
  currency: string;
  paidAt: Date;
}): Payment {
  return {
    id: `free_${id}`,
    reference: id,
    intent: null,
    url: null,
    live: false,
    status: "paid",
    amount: 0,
    currency,
    fee: 0,
    feeReturned: 0,
    providerFee: null,
    paidAt,
    method: null,
    country: null,
    email: null,
    refunds: [],
    disputes: [],
  };
}
