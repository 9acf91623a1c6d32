import { randomUUID } from "node:crypto";
import type { NewPayment } from "../../server/platform/payments/sales.ts";

/** 5.00 euros. */
const AMOUNT = 500;

type Options = { publicUrl: string; account: string | null; allowLate?: boolean };

/** Returns the payment that a check of a provider starts and closes again, unpaid. */
export function checkedPayment({ publicUrl, account, allowLate = false }: Options): NewPayment {
  return {
    id: randomUUID(),
    account,
    amount: AMOUNT,
    currency: "eur",
    fee: account === null ? 0 : 25,
    lines: [{ name: "Tessera check", amount: AMOUNT }],
    orderNumber: "check",
    email: "check@example.com",
    address: null,
    returnUrl: `${publicUrl}/`,
    expiresAt: new Date(Date.now() + 60 * 60 * 1000),
    allowLate,
    locale: null,
  };
}
