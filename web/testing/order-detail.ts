import type { CreatorOrderDetail } from "../../contract/api/orders.ts";
import { anOrder } from "./entities.ts";

/** A paid digital order in the sandbox with one payment, as the server sends it. */
export function anOrderDetail(overrides: Partial<CreatorOrderDetail> = {}): CreatorOrderDetail {
  return {
    ...anOrder({ id: 7, provider: "stripe", mock: false, mode: "sandbox" }),
    product: { name: "Notes", type: "digital" },
    number: "SANDBOX-1-7",
    note: null,
    buyer: { email: "buyer@example.org", country: "DE", address: null, company: null },
    payments: [
      {
        id: "b3f0c7a2-0000-4000-8000-000000000001",
        status: "paid",
        amount_cents: 2500,
        created_at: "2026-11-21T14:05:00.000Z",
        paid_at: "2026-11-21T14:06:00.000Z",
        is_duplicate: false,
        url: "/sandbox/payments/1",
      },
    ],
    refunds: [],
    disputes: [],
    history: [
      {
        at: "2026-11-21T14:05:00.000Z",
        by: "buyer",
        what: "payment_started",
        amount_cents: 2500,
        note: null,
      },
      { at: "2026-11-21T14:06:00.000Z", by: "provider", what: "paid", amount_cents: 2500, note: null },
    ],
    shipped_at: null,
    tracking: null,
    refundable_cents: 2500,
    evidence: null,
    ...overrides,
  };
}

/** A refund of an order. */
export function aRefund(
  overrides: Partial<CreatorOrderDetail["refunds"][number]> = {},
): CreatorOrderDetail["refunds"][number] {
  return {
    id: "b3f0c7a2-0000-4000-8000-000000000002",
    amount_cents: 400,
    status: "done",
    reason: "requested",
    note: null,
    source: "creator",
    failure: null,
    created_at: "2026-11-22T09:00:00.000Z",
    ...overrides,
  };
}
