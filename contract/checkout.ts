import { z } from "zod";
import { Email, IsoTime, objectBody } from "./fields.ts";
import { limits } from "./limits.ts";
import { ProductType } from "./products.ts";
import { PUBLIC_READ_LIMIT, route } from "./route.ts";

export const OrderStatus = z.enum(["pending", "paid", "cancelled", "failed"]);
export type OrderStatus = z.infer<typeof OrderStatus>;

const OrderProduct = z.object({ name: z.string(), type: ProductType, media_url: z.string().nullable() });
const OrderCreator = z.object({ handle: z.string(), display_name: z.string() });

/** The data of the mock checkout page. */
export const CheckoutOrder = z.object({
  status: OrderStatus,
  amount_cents: z.number(),
  currency: z.string(),
  product: OrderProduct,
  creator: OrderCreator,
});
export type CheckoutOrder = z.infer<typeof CheckoutOrder>;

/** Why a pending order can no longer be paid: it is more than a day old, or its product or tile is no longer for sale. */
export const Unavailable = z.enum(["expired", "not_for_sale"]);
export type Unavailable = z.infer<typeof Unavailable>;

/** The data of a buyer's order page. */
export const BuyerOrder = CheckoutOrder.extend({
  paid_at: IsoTime.nullable(),
  download: z.object({ url: z.string(), expires_at: IsoTime }).nullable(),
  /** The masked email of the buyer, as `a…@example.org`; null when none was given. */
  mail_to: z.string().nullable(),
});
export type BuyerOrder = z.infer<typeof BuyerOrder>;

/** An opaque token; an invalid one is not found. */
const Token = z.string().max(limits.url.max);
const CHOOSE_TILE = "Choose a tile.";
const TileId = z.number({ error: CHOOSE_TILE }).int({ error: CHOOSE_TILE }).positive({ error: CHOOSE_TILE });
const CheckoutParams = z.object({ checkoutToken: Token });
const OrderParams = z.object({ orderToken: Token });

/** The email for messages about an order; optional. */
export const BuyerInput = objectBody({
  // A form sends an empty text for a field that was not filled in.
  email: z.preprocess((value) => (value === "" ? null : value), Email.nullish()).optional(),
})
  .default({})
  .transform(({ email }) => ({ email: email ?? null }));

export const checkoutRoutes = {
  create: route({
    method: "POST",
    path: "/api/public/checkout",
    access: "public",
    summary: "Start a checkout for a tile",
    body: objectBody({ tileId: TileId }),
    responses: { 201: z.object({ mockCheckoutUrl: z.string() }) },
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
  order: route({
    method: "GET",
    path: "/api/public/orders/:orderToken",
    access: "public",
    limit: PUBLIC_READ_LIMIT,
    summary: "Order of a buyer",
    params: OrderParams,
    responses: { 200: z.object({ order: BuyerOrder }) },
  }),
  renew: route({
    method: "POST",
    path: "/api/public/orders/:orderToken/renew",
    access: "public",
    summary: "Renew the download link of a paid order",
    params: OrderParams,
    responses: { 200: z.object({ order: BuyerOrder }) },
    anyOrigin: true,
    limit: { points: 20, seconds: 60 },
  }),
  mail: route({
    method: "POST",
    path: "/api/public/orders/:orderToken/mail",
    access: "public",
    summary:
      "Mail the links of a paid order again, to its address; `email` becomes that address where there is none",
    params: OrderParams,
    body: BuyerInput,
    responses: { 204: null },
    anyOrigin: true,
    limit: { points: 20, seconds: 60 },
  }),
  download: route({
    method: "GET",
    path: "/api/orders/download/:downloadToken",
    access: "public",
    limit: PUBLIC_READ_LIMIT,
    summary: "Download a purchased file; supports ranges",
    params: z.object({ downloadToken: Token }),
    responses: { 200: null, 206: null },
  }),
};
