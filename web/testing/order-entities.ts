import type { CreatorLine } from "../../contract/api/order-lines.ts";
import type { OrderOverview, OrderTotals } from "../../contract/api/order-totals.ts";
import type { CreatorOrder, CreatorOrderDetail } from "../../contract/api/orders.ts";
import { ORDERS_PAGE_SIZE } from "../../contract/rules/limits.ts";

/** The overview of a creator without sales. */
export const NO_ORDERS: OrderOverview = {
  month_start: "2026-11-01T00:00:00.000Z",
  totals: [],
  mockTotals: [],
  to_ship: 0,
  disputed: 0,
};

export function anOrder(overrides: Partial<CreatorOrder> = {}): CreatorOrder {
  return {
    id: 1,
    created_at: "2026-11-21T14:05:00.000Z",
    paid_at: "2026-11-21T14:06:00.000Z",
    product: { name: "Bowl", type: "physical" },
    amount_cents: 2500,
    currency: "eur",
    fee_cents: 125,
    net_cents: 2375,
    status: "paid",
    buyer_email: "buyer@example.org",
    downloads: 0,
    provider: "mock",
    mock: true,
    mode: null,
    shipping_cents: 0,
    refunded_cents: 0,
    disputed_cents: 0,
    fee_returned_cents: 0,
    provider_fee_cents: null,
    discount_cents: 0,
    gets_cents: overrides.net_cents ?? 2375,
    is_free_copy: false,
    is_imported: false,
    to_ship: false,
    ...overrides,
  };
}

/** A page of orders without totals. */
export const someOrders = (orders: CreatorOrder[]) => ({
  orders,
  total: orders.length,
  page: 1,
  pageSize: ORDERS_PAGE_SIZE,
  totals: [],
  mockTotals: [],
});

/** Totals of one order of 25.00 €, with overrides. */
export function someTotals(overrides: Partial<OrderTotals> = {}): OrderTotals {
  return {
    currency: "eur",
    paid: 1,
    amount_cents: 2500,
    fee_cents: 125,
    refunded_cents: 0,
    disputed_cents: 0,
    net_cents: 2375,
    discount_cents: 0,
    shipping_cents: 0,
    provider_fee_cents: 0,
    provider_fees_unknown: 0,
    gets_cents: overrides.net_cents ?? 2375,
    ...overrides,
  };
}

export const ADDRESS = {
  name: "Ben Berg",
  line1: "Hauptstraße 1",
  line2: null,
  postal_code: "10115",
  city: "Berlin",
  state: null,
  country: "DE",
};

/** A paid digital order in the sandbox with one payment, as the server sends it. */
export function anOrderDetail(overrides: Partial<CreatorOrderDetail> = {}): CreatorOrderDetail {
  const { product = { name: "Notes", type: "digital" } as const } = overrides;
  return {
    ...anOrder({ id: 7, provider: "stripe", mock: false, mode: "sandbox" }),
    product,
    number: "SANDBOX-1-7",
    discount_code: null,
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
    lines: [aCreatorLine({ name: product.name, type: product.type })],
    ...overrides,
  };
}

/** The line of a file of 25.00 €, for its creator. */
export function aCreatorLine(overrides: Partial<CreatorLine> = {}): CreatorLine {
  return {
    id: 70,
    product_id: 5,
    name: "Notes",
    type: "digital",
    item_cents: 2500,
    discount_cents: 0,
    shipping_cents: 0,
    amount_cents: 2500,
    refunded_cents: 0,
    refundable_cents: 2500,
    shipped_at: null,
    tracking: null,
    withdrawn_at: null,
    downloads: 0,
    bundle: null,
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
    lines: [],
    created_at: "2026-11-22T09:00:00.000Z",
    ...overrides,
  };
}
