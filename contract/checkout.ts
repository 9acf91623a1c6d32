import { z } from "zod";
import { BuyerInput, OrderBase, Token } from "./buyer-orders.ts";
import { objectBody } from "./fields.ts";
import { OrderProvider } from "./order-states.ts";
import { PUBLIC_READ_LIMIT, route } from "./route.ts";
import { Seller } from "./sellers.ts";

/** What an order costs, in minor units of its currency. */
const CheckoutPrice = z.object({
  /** The product or the chosen amount, before a discount. */
  item_cents: z.number(),
  discount_cents: z.number(),
  shipping_cents: z.number(),
  total_cents: z.number(),
  /** The least that a buyer may choose to pay; null when the price is fixed. */
  minimum_cents: z.number().nullable(),
  /** Amounts to choose from; empty when the price is fixed. */
  suggestions: z.array(z.number()),
});
export type CheckoutPrice = z.infer<typeof CheckoutPrice>;

/** The data of the mock checkout page and of the order page. */
export const CheckoutOrder = OrderBase.extend({
  /** No money is charged. */
  mock: z.boolean(),
  provider: OrderProvider,
  price: CheckoutPrice,
  seller: Seller.nullable(),
  /** What the buyer must enter to pay. */
  needs: z.object({ email: z.boolean(), consent: z.boolean(), address: z.boolean() }),
  /** The exact text of the consent that is needed. */
  consent_text: z.string().nullable(),
  /** Countries that the product is sent to; empty when it is not sent by post. */
  countries: z.array(z.string()),
});
export type CheckoutOrder = z.infer<typeof CheckoutOrder>;

/** Why a pending order can no longer be paid: it is more than a day old, or its product or tile is no longer for sale. */
export const Unavailable = z.enum(["expired", "not_for_sale"]);
export type Unavailable = z.infer<typeof Unavailable>;

const CHOOSE_TILE = "Choose a tile.";
const TileId = z.number({ error: CHOOSE_TILE }).int({ error: CHOOSE_TILE }).positive({ error: CHOOSE_TILE });
const CheckoutParams = z.object({ checkoutToken: Token });

export const checkoutRoutes = {
  create: route({
    method: "POST",
    path: "/api/public/checkout",
    access: "public",
    summary: "Start a checkout for a tile; `mockCheckoutUrl` is where the browser goes next",
    body: objectBody({ tileId: TileId }),
    responses: { 201: z.object({ mockCheckoutUrl: z.string(), mock: z.boolean() }) },
    anyOrigin: true,
    limit: { points: 60, seconds: 60 },
  }),
  show: route({
    method: "GET",
    path: "/api/public/checkout/:checkoutToken",
    access: "public",
    limit: PUBLIC_READ_LIMIT,
    summary: "Order of a checkout",
    params: CheckoutParams,
    /** `unavailable` only when a pending order can no longer be paid. */
    responses: { 200: z.object({ order: CheckoutOrder, unavailable: Unavailable.optional() }) },
  }),
  pay: route({
    method: "POST",
    path: "/api/public/checkout/:checkoutToken/pay",
    access: "public",
    summary: "Pay in the mock checkout; idempotent",
    params: CheckoutParams,
    body: BuyerInput,
    responses: { 200: z.object({ returnUrl: z.string() }) },
    anyOrigin: true,
    limit: { points: 60, seconds: 60 },
  }),
  cancel: route({
    method: "POST",
    path: "/api/public/checkout/:checkoutToken/cancel",
    access: "public",
    summary: "Cancel the mock checkout",
    params: CheckoutParams,
    responses: { 200: z.object({ returnUrl: z.string() }) },
    anyOrigin: true,
    limit: { points: 60, seconds: 60 },
  }),
};
