import { randomUUID } from "node:crypto";
import type { NewPayment, Sales } from "../../server/platform/payments/sales.ts";

/** 5.00 euros. */
const AMOUNT = 500;

type Options = { publicUrl: string; account: string | null; allowLate?: boolean };

/** Returns the payment that a provider's check starts and closes again, unpaid. */
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

/** Starts a payment, reads it back and returns its reference. Throws if it differs. */
export async function startAndRead(sales: Sales, payment: NewPayment) {
  const { id } = await sales.startPayment(payment);
  const ref = { account: payment.account, id };
  const read = await sales.readPayment(ref);
  const isSame = read?.reference === payment.id && read.amount === payment.amount;
  if (!isSame || read.status !== "open" || !read.url) {
    throw new Error(
      `${id} reads back as ${read?.status}, ${read?.amount} ${read?.currency}, reference ${read?.reference}`,
    );
  }
  return ref;
}
