import { findCurrency } from "../../../../contract/rules/currencies.ts";
import type { Clock } from "../../clock/index.ts";
import type { Database } from "../../database/index.ts";
import type { Sales } from "../sales.ts";
import { createSandboxPayments } from "./sandbox/sandbox-payments.ts";
import { recordedSales, storedPayment } from "./sandbox/sandbox-sales.ts";

/** Creates the sales of the mock checkout: pressing *Pay* there starts a payment, which is paid at once. No money moves. */
export function mockSales({ db, clock }: { db: Database; clock: Clock }): Sales {
  const records = createSandboxPayments({ db, clock, provider: "mock", emit: null });
  return {
    provider: "mock",
    mode: "sandbox",
    repeatableMs: 24 * 60 * 60 * 1000,

    bounds(currency) {
      const found = findCurrency(currency);
      return found && { min: 1, max: found.max };
    },

    async startPayment(payment) {
      const paid = { id: `mock_${payment.id}`, status: "paid" as const, paidAt: clock.now(), method: "mock" };
      // The mock has no page to return from, and storing the URL would store the token of the checkout.
      return storedPayment(await records.start({ ...payment, returnUrl: "" }, paid));
    },

    ...recordedSales(records, storedPayment),
  };
}
