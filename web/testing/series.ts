import type { DiscountSeries } from "../../contract/api/discount-series.ts";

export function aSeries(overrides: Partial<DiscountSeries> = {}): DiscountSeries {
  return {
    id: 1,
    name: "Press",
    count: 500,
    used: 12,
    percent_off: 100,
    product_ids: null,
    starts_at: null,
    ends_at: null,
    active: true,
    created_at: "2026-11-01T00:00:00.000Z",
    ...overrides,
  };
}
