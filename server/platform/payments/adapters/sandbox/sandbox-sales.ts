import { and, eq } from "drizzle-orm";
import { findCurrency } from "../../../../../contract/rules/currencies.ts";
import { paths } from "../../../../../contract/rules/paths.ts";
import type { Database } from "../../../database/index.ts";
import { randomToken } from "../../../tokens.ts";
import {
  AmountTooSmall,
  assertLines,
  type Payment,
  type PaymentRef,
  type Sales,
  SellerUnavailable,
} from "../../sales.ts";
import { sandboxAccounts } from "../../tables.ts";
import { intentOf } from "./sandbox-objects.ts";
import { type PaymentRow, refundedOf, type SandboxPaymentRecords } from "./sandbox-payments.ts";

type Parts = { db: Database; publicUrl: string; records: SandboxPaymentRecords };

/** Creates the sandbox's sales: payments are stored in the product's database, and no money moves. */
export function sandboxSales({ db, publicUrl, records }: Parts): Sales {
  const toPayment = (row: PaymentRow): Payment => ({
    ...storedPayment(row),
    intent: row.status === "open" || row.status === "expired" ? null : intentOf(row),
    url: row.status === "open" ? `${publicUrl}${paths.sandboxPayment(row.id)}` : null,
    providerFee: row.status === "paid" ? cardFee(row.amount) : null,
  });

  return {
    provider: "stripe",
    mode: "sandbox",
    repeatableMs: 24 * 60 * 60 * 1000,
    bounds: findCurrency,

    async startPayment(payment) {
      assertLines(payment);
      // A repeat returns the same payment, whatever has happened to the account meanwhile.
      const started = await records.findStarted(payment.id);
      if (started) return toPayment(started);
      const { min } = findCurrency(payment.currency) ?? { min: Number.POSITIVE_INFINITY };
      if (payment.amount < min) throw new AmountTooSmall(`${payment.amount} ${payment.currency}`);
      await assertAccount(db, payment.account);
      return toPayment(await records.start(payment, { id: `cs_test_${randomToken()}` }));
    },

    ...recordedSales(records, toPayment),
  };
}

/** The functions of sales over stored payments, whose refunds always return the fee. */
export const recordedSales = (records: SandboxPaymentRecords, toPayment: (row: PaymentRow) => Payment) => ({
  async readPayment(ref: PaymentRef) {
    const row = await records.find(ref);
    return row && toPayment(row);
  },
  closePayment: records.close,
  refund: records.refund,
  returnFee: async () => {},
});

/** Returns a stored payment with the fields that do not depend on its provider. */
export function storedPayment(row: PaymentRow): Payment {
  const { id, reference, status, amount, currency, fee, paidAt, method, country, email, refunds } = row;
  return {
    id,
    reference,
    intent: null,
    url: null,
    live: false,
    status,
    amount,
    currency,
    fee,
    // Like Stripe, in proportion to the refunds. The last refund returns the rest.
    feeReturned: Math.floor((fee * refundedOf(refunds)) / amount),
    providerFee: null,
    paidAt,
    method,
    country,
    email,
    refunds,
    disputes: row.disputes.map((dispute) => ({
      ...dispute,
      respondBy: dispute.respondBy === null ? null : new Date(dispute.respondBy),
    })),
  };
}

/** Returns a fee such as a European card costs: 1.5 % and 0.25. */
function cardFee(amount: number): number {
  return Math.round(amount * 0.015) + 25;
}

async function assertAccount(db: Database, account: string | null): Promise<void> {
  if (account === null) return;
  const [found] = await db
    .select({ currentlyDue: sandboxAccounts.currentlyDue })
    .from(sandboxAccounts)
    .where(and(eq(sandboxAccounts.id, account), eq(sandboxAccounts.deauthorized, false)));
  if (!found || found.currentlyDue.length > 0)
    throw new SellerUnavailable("the sandbox account is not ready");
}
