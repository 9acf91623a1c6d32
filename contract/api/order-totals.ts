import { z } from "zod";
import { IsoTime } from "../rules/fields.ts";
import { PaymentMode } from "../rules/order-states.ts";
import { route } from "./route.ts";

/** The totals of paid orders in one currency; in the books, of what happened in a period. */
export const OrderTotals = z.object({
  currency: z.string(),
  paid: z.number(),
  amount_cents: z.number(),
  /** Less what was returned with refunds. */
  fee_cents: z.number(),
  refunded_cents: z.number(),
  disputed_cents: z.number(),
  net_cents: z.number(),
  discount_cents: z.number(),
  /** Part of the amount. */
  shipping_cents: z.number(),
  /** Of the orders whose fee the provider has reported. */
  provider_fee_cents: z.number(),
  /** How many orders' fees the provider has not reported yet. */
  provider_fees_unknown: z.number(),
  /** What the creator gets: `net_cents` less the provider's fees, as far as they are known. */
  gets_cents: z.number(),
});
export type OrderTotals = z.infer<typeof OrderTotals>;

/** Totals of orders for which no money moved: of the mock checkout (`mode` null), the sandbox or test keys. */
export const MockTotals = OrderTotals.extend({ mode: PaymentMode.exclude(["live"]).nullable() });
export type MockTotals = z.infer<typeof MockTotals>;

export const OrderOverview = z.object({
  /** When the month began. */
  month_start: IsoTime,
  /** Of this month's books: also of refunds and disputes of earlier orders. */
  totals: z.array(OrderTotals),
  mockTotals: z.array(MockTotals),
  /** Paid goods that are not shipped yet. */
  to_ship: z.number(),
  /** Disputes that the buyer's bank has not decided yet. */
  disputed: z.number(),
});
export type OrderOverview = z.infer<typeof OrderOverview>;

export const orderOverviewRoutes = {
  overview: route("GET", "/api/orders/overview", "creator", {
    summary: "What was sold in this month of the creator's time zone, and which orders need something",
    responses: { 200: OrderOverview },
  }),
};
