import { z } from "zod";
import { IsoTime } from "../rules/fields.ts";
import { PaymentMode } from "../rules/order-states.ts";
import { route } from "./route.ts";

/** The totals of paid orders in one currency; in the books, of the entries of a period. */
export const OrderTotals = z.object({
  currency: z.string(),
  paid: z.number(),
  amount_cents: z.number(),
  /** Less the parts returned with refunds. */
  fee_cents: z.number(),
  refunded_cents: z.number(),
  disputed_cents: z.number(),
  net_cents: z.number(),
  discount_cents: z.number(),
  /** Part of the amount. */
  shipping_cents: z.number(),
  /** Sum over orders whose fee the provider has reported. */
  provider_fee_cents: z.number(),
  /** The number of orders whose fee the provider has not reported. */
  provider_fees_unknown: z.number(),
  /** The creator's net: `net_cents` less the provider's known fees. */
  gets_cents: z.number(),
});
export type OrderTotals = z.infer<typeof OrderTotals>;

/** Totals of test orders: of the mock checkout (`mode` null), the sandbox or test keys. */
export const MockTotals = OrderTotals.extend({ mode: PaymentMode.exclude(["live"]).nullable() });
export type MockTotals = z.infer<typeof MockTotals>;

export const OrderOverview = z.object({
  /** The start of the month. */
  month_start: IsoTime,
  /** From this month's books, including refunds and disputes of earlier orders. */
  totals: z.array(OrderTotals),
  mockTotals: z.array(MockTotals),
  /** Paid goods that are not shipped. */
  to_ship: z.number(),
  /** Disputes that the buyer's bank has not decided. */
  disputed: z.number(),
});
export type OrderOverview = z.infer<typeof OrderOverview>;

export const orderOverviewRoutes = {
  overview: route("GET", "/api/orders/overview", "creator", {
    summary: "What was sold in this month of the creator's time zone, and which orders need something",
    responses: { 200: OrderOverview },
  }),
};
