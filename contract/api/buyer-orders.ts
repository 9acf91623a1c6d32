import { z } from "zod";
import { Email, IsoTime, objectBody } from "../rules/fields.ts";
import { Language } from "../rules/languages.ts";
import { limits } from "../rules/limits.ts";
import { OrderStatus, RefundStatus } from "../rules/order-states.ts";
import { machineText } from "../rules/text-fields.ts";
import { defineMessages } from "../texts.ts";
import { BuyerLine, Withdrawal } from "./order-lines.ts";
import { ProductType } from "./products.ts";
import { PUBLIC_READ_LIMIT, route } from "./route.ts";
import { Seller } from "./sellers.ts";

const messages = defineMessages("orders", { version: "The version must be bought, or left out." });

/** The common content of checkout page and order page. */
export const OrderBase = z.object({
  status: OrderStatus,
  amount_cents: z.number(),
  currency: z.string(),
  product: z.object({
    name: z.string(),
    type: ProductType,
    media_url: z.string().nullable(),
    /** Determines the colour of a missing image, as on the creator's page. */
    accent_id: z.number().nullable(),
  }),
  creator: z.object({
    handle: z.string(),
    display_name: z.string(),
    /** The language of amounts and dates. */
    language: Language,
    /** The time zone of the order's times. */
    time_zone: z.string(),
  }),
});
export type OrderBase = z.infer<typeof OrderBase>;

/** The buying company. Either part may be missing. */
export const BuyerCompany = z.object({ name: z.string().nullable(), vat_id: z.string().nullable() });
export type BuyerCompany = z.infer<typeof BuyerCompany>;

/** The data of a buyer's order page. */
export const BuyerOrder = OrderBase.extend({
  paid_at: IsoTime.nullable(),
  /** The discount. `amount_cents` is the price, less the discount, plus shipping. */
  discount_cents: z.number(),
  discount_code: z.string().nullable(),
  /** Included in `amount_cents`. */
  shipping_cents: z.number(),
  download: z.object({ url: z.string(), expires_at: IsoTime }).nullable(),
  /** The masked email of the buyer, such as `a…@example.org`, or null without an email. */
  mail_to: z.string().nullable(),
  /** The number on the receipt, or null until the order is paid. */
  number: z.string().nullable(),
  /** The seller at the time of the payment. */
  seller: Seller.nullable(),
  /** The company entered for the receipt, or null for a private person. */
  company: BuyerCompany.nullable(),
  refunds: z.array(z.object({ amount_cents: z.number(), status: RefundStatus, created_at: IsoTime })),
  /** The agreement to immediate delivery, word for word, with the language in which it was shown. */
  consent: z.object({ text: z.string(), language: z.string(), at: IsoTime }).nullable(),
  withdrawal: Withdrawal,
  /** Null for products that are not shipped. */
  shipping: z
    .object({
      cents: z.number(),
      city: z.string(),
      country: z.string(),
      shipped_at: IsoTime.nullable(),
      tracking: z.string().nullable(),
    })
    .nullable(),
  lines: z.array(BuyerLine),
});
export type BuyerOrder = z.infer<typeof BuyerOrder>;

/** An opaque token. An invalid token is not found. */
export const Token = machineText(limits.url.max);
const OrderParams = z.object({ orderToken: Token });

/** The optional email for messages about an order. */
export const BuyerInput = objectBody({
  // A form sends an empty text for an unused field.
  email: z.preprocess((value) => (value === "" ? null : value), Email.nullish()).optional(),
})
  .default({})
  .transform(({ email }) => ({ email: email ?? null }));

/** The routes of a buyer's own order, which anyone with its URL can open. */
export const buyerOrderRoutes = {
  show: route("GET", "/api/public/orders/:orderToken", "public", {
    limit: PUBLIC_READ_LIMIT,
    summary: "Order of a buyer",
    params: OrderParams,
    responses: { 200: z.object({ order: BuyerOrder }) },
  }),
  renew: route("POST", "/api/public/orders/:orderToken/renew", "public", {
    summary: "Renew the download link of a paid order",
    params: OrderParams,
    responses: { 200: z.object({ order: BuyerOrder }) },
    errors: { 409: ["checkout.nothing_to_download", "checkout.disputed"], 410: ["checkout.refunded"] },
    anyOrigin: true,
    limit: { points: 20, seconds: 60 },
  }),
  mail: route("POST", "/api/public/orders/:orderToken/mail", "public", {
    summary: "Email the links of a paid order again to its email. An order without an email gets `email`",
    params: OrderParams,
    body: BuyerInput,
    responses: { 204: null },
    errors: { 409: ["checkout.not_paid", "checkout.no_email", "checkout.creator_unverified"] },
    anyOrigin: true,
    limit: { points: 20, seconds: 60 },
  }),
  download: route("GET", "/api/orders/download/:downloadToken", "public", {
    limit: PUBLIC_READ_LIMIT,
    summary: "Download a purchased file, whole or in ranges",
    params: z.object({ downloadToken: Token }),
    /** Selects the bytes at the time of the purchase with `bought`, by default the newest. */
    query: z.object({ version: z.literal("bought", { error: messages.version }).optional() }),
    /** 302: redirects to the bucket if the operator has enabled that. */
    responses: { 200: null, 206: null, 302: null },
    errors: {
      409: ["checkout.disputed"],
      410: ["checkout.download_expired", "checkout.refunded"],
      416: ["files.range"],
    },
  }),
};
