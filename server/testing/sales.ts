import { randomUUID } from "node:crypto";
import type { NewPayment } from "../platform/payments/sales.ts";

/** A payment of €10.00 for a book, with a platform fee of €0.50. */
export const newPayment = (given: Partial<NewPayment> = {}): NewPayment => ({
  id: randomUUID(),
  account: null,
  amount: 1_000,
  currency: "eur",
  fee: 50,
  lines: [{ name: "A book", amount: 1_000 }],
  orderNumber: "T-1",
  email: "buyer@example.org",
  address: null,
  returnUrl: "http://localhost:3000/checkout/pay/a-token/return",
  expiresAt: new Date(Date.now() + 3_600_000),
  allowLate: true,
  locale: null,
  ...given,
});

/** Seller details of a business as stored with a paid order. */
export const SELLER = {
  legal_name: "Anna Weber",
  address: "Hauptstraße 1, 10115 Berlin",
  country: "DE",
  email: "shop@anna.example",
  phone: null,
  vat_id: null,
  register: null,
  is_trader: true,
  tax_note: null,
  terms_url: null,
  delivery_time: null,
  pays_return: false,
  withdrawal_note: null,
};
