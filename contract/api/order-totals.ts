import { z } from "zod";
import { IsoTime } from "../rules/fields.ts";
import { PaymentMode } from "../rules/order-states.ts";
import { route } from "./route.ts";

/** The totals of paid orders in one currency. In the books they are the totals of a period's entries. */
export const OrderTotals = z.object({
  currency: z.string(),
  paid: z.number(),
  amount_cents: z.number(),
  /** The platform's fee, less the parts returned with refunds. */
  fee_cents: z.number(),
  refunded_cents: z.number(),
  disputed_cents: z.number(),
  net_cents: z.number(),
  discount_cents: z.number(),
  /** Included in the amount. */
  shipping_cents: z.number(),
  /** Sum over orders whose fee the provider has reported. */
  provider_fee_cents: z.number(),
  /** The number of orders whose fee the provider has not reported. */
  provider_fees_unknown: z.number(),
  /** The amount that creators receive: `net_cents` less the provider's known fees. */
  gets_cents: z.number(),
});
export type OrderTotals = z.infer<typeof OrderTotals>;

/** Totals of test orders: in the mock checkout (`mode` is null), in the sandbox or with test keys. */
export const MockTotals = OrderTotals.extend({ mode: PaymentMode.exclude(["live"]).nullable() });
export type MockTotals = z.infer<typeof MockTotals>;

export const OrderOverview = z.object({
  /** The start of the month. */
  month_start: IsoTime,
  /** The totals of this month's books, which include refunds and disputes of earlier orders. */
  totals: z.array(OrderTotals),
  mockTotals: z.array(MockTotals),
  /** The number of paid orders of goods that are not shipped. */
  to_ship: z.number(),
  /** The number of disputes that the buyer's bank has not decided. */
  disputed: z.number(),
});
export type OrderOverview = z.infer<typeof OrderOverview>;

export const orderOverviewRoutes = {
  overview: route("GET", "/api/orders/overview", "creator", {
    scopes: ["orders:read"],
    summary: "Sales of this month in the creator's time zone, and numbers of orders that need action",
    responses: { 200: OrderOverview },
  }),
};
