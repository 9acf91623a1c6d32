import { z } from "zod";
import { PostalAddress } from "../rules/addresses.ts";
import { fieldMessages, IsoTime, maxLengthText } from "../rules/fields.ts";
import { limits, ORDERS_PAGE_SIZE } from "../rules/limits.ts";
import {
  DisputeStatus,
  OrderActor,
  OrderProvider,
  OrderStatus,
  PaymentMode,
  PaymentStatus,
  RefundStatus,
} from "../rules/order-states.ts";
import { defineMessages } from "../texts.ts";
import { BuyerCompany } from "./buyer-orders.ts";
import { CreatorLine } from "./order-lines.ts";
import { MockTotals, OrderTotals } from "./order-totals.ts";
import { ProductType } from "./products.ts";
import { IdParams, route } from "./route.ts";

/** An order for its creator, with the product's name and type at the time of the checkout. */
export const CreatorOrder = z.object({
  id: z.number(),
  created_at: IsoTime,
  paid_at: IsoTime.nullable(),
  product: z.object({ name: z.string(), type: ProductType }),
  amount_cents: z.number(),
  currency: z.string(),
  fee_cents: z.number(),
  /** The amount less refunds, disputes and the platform's fee. The provider's fee is not deducted. */
  net_cents: z.number(),
  status: OrderStatus,
  buyer_email: z.string().nullable(),
  downloads: z.number(),
  provider: OrderProvider,
  /** True for an order in the mock checkout, which charges no money. */
  mock: z.boolean(),
  /** The payment mode, or null in the mock checkout. */
  mode: PaymentMode.nullable(),
  /** Included in `amount_cents`. */
  shipping_cents: z.number(),
  refunded_cents: z.number(),
  /** The amount that the buyer's bank holds during a dispute, or has taken. */
  disputed_cents: z.number(),
  /** The part of the platform's fee that was returned with refunds. */
  fee_returned_cents: z.number(),
  /** The payment provider's fee, or null until the provider reports it. */
  provider_fee_cents: z.number().nullable(),
  /** The discount. `amount_cents` is the price, less the discount, plus shipping. */
  discount_cents: z.number(),
  /** The amount that the creator receives: `net_cents` less the provider's fee, as far as it is known. */
  gets_cents: z.number(),
  /** True if the creator gave the order away. */
  is_free_copy: z.boolean(),
  /** True for a sale of another service that was imported. It has no money here, and is part of no sums. */
  is_imported: z.boolean(),
  /** True while goods of this paid order are still to be shipped. */
  to_ship: z.boolean(),
});
export type CreatorOrder = z.infer<typeof CreatorOrder>;

export const RefundReason = z.enum(["requested", "duplicate", "withdrawal", "fraud", "other"]);
export type RefundReason = z.infer<typeof RefundReason>;

/** An event of an order. */
export const OrderEventKind = z.enum([
  "created",
  "payment_started",
  "payment_processing",
  "payment_held",
  "payment_failed",
  "payment_expired",
  "paid",
  "duplicate_refunded",
  "oversold",
  "refund_started",
  "refunded",
  "refund_failed",
  "dispute_opened",
  "dispute_won",
  "dispute_lost",
  "dispute_closed",
  "cancelled",
  "shipped",
  "withdrawn",
  "downloads_ended",
  "downloaded",
  "emailed",
  "email_changed",
  "given",
  "imported",
  "gift_planned",
  "gift_cancelled",
  "gift_sent",
]);
export type OrderEventKind = z.infer<typeof OrderEventKind>;

/** An order with all details, for its creator. */
export const CreatorOrderDetail = CreatorOrder.extend({
  /** The number on the receipt, or null until the order is paid and in the mock checkout. */
  number: z.string().nullable(),
  discount_code: z.string().nullable(),
  /** The buyer's message to the creator. */
  note: z.string().nullable(),
  buyer: z.object({
    email: z.string().nullable(),
    country: z.string().nullable(),
    address: PostalAddress.nullable(),
    company: BuyerCompany.nullable(),
  }),
  payments: z.array(
    z.object({
      id: z.string(),
      status: PaymentStatus,
      amount_cents: z.number(),
      created_at: IsoTime,
      paid_at: IsoTime.nullable(),
      /** True for a second payment of the order, which is therefore refunded. */
      is_duplicate: z.boolean(),
      /** The URL of the payment's page at the provider, or null without such a page. */
      url: z.string().nullable(),
    }),
  ),
  refunds: z.array(
    z.object({
      id: z.string(),
      amount_cents: z.number(),
      status: RefundStatus,
      reason: RefundReason.nullable(),
      note: z.string().nullable(),
      /** Who made the refund. `provider`: somebody made it in the provider's dashboard. */
      source: OrderActor,
      /** Why the refund failed, in the provider's words. */
      failure: z.string().nullable(),
      /** The refund's part of each line. Empty for a refund of the whole order. */
      lines: z.array(z.object({ id: z.number(), amount_cents: z.number() })),
      created_at: IsoTime,
    }),
  ),
  disputes: z.array(
    z.object({
      amount_cents: z.number(),
      status: DisputeStatus,
      respond_by: IsoTime.nullable(),
      url: z.string().nullable(),
    }),
  ),
  history: z.array(
    z.object({
      at: IsoTime,
      by: OrderActor,
      what: OrderEventKind,
      amount_cents: z.number().nullable(),
      note: z.string().nullable(),
    }),
  ),
  /** When the order was first marked as shipped. */
  shipped_at: IsoTime.nullable(),
  tracking: z.string().nullable(),
  /** The amount that can still be refunded here, or 0 during a dispute. */
  refundable_cents: z.number(),
  /** A text to paste into the provider's dispute form, or null without an open dispute. */
  evidence: z.string().nullable(),
  lines: z.array(CreatorLine),
});
export type CreatorOrderDetail = z.infer<typeof CreatorOrderDetail>;

/** `sales`: all orders except unpaid ones, disputes first. `to_ship`: paid goods that are not shipped. */
export const OrderFilterStatus = z.enum(["all", "sales", "to_ship", ...OrderStatus.options]);
export type OrderFilterStatus = z.infer<typeof OrderFilterStatus>;

const messages = defineMessages("orders", {
  status: "Choose a status: all, sales, to_ship, {others} or {last}.",
});
const others = OrderStatus.options.slice(0, -1).join(", ");
/** A filter may be empty in the URL, as in `?status=`. */
const Empty = z.literal("");

const filter = {
  status: z
    .union([Empty, OrderFilterStatus], {
      error: messages.status({ others, last: OrderStatus.options.at(-1) ?? "" }),
    })
    .default("all")
    .transform((status) => status || "all"),
  /** Searches the product's name and the buyer's email. A number also finds the order with that id. */
  search: maxLengthText("Search", limits.search.max).default(""),
};

export const orderRoutes = {
  list: route("GET", "/api/orders", "creator", {
    scopes: ["orders:read"],
    summary: "Orders of the creator, newest first, with totals of paid orders",
    query: z.object({
      ...filter,
      page: z
        .union([Empty, z.coerce.number({ error: fieldMessages.page }).int().min(1).max(1_000_000)], {
          error: fieldMessages.page,
        })
        .default(1)
        .transform((page) => page || 1),
    }),
    responses: {
      200: z.object({
        orders: z.array(CreatorOrder),
        total: z.number(),
        page: z.number(),
        pageSize: z.literal(ORDERS_PAGE_SIZE),
        /** Totals of orders paid with real money and of free orders, without test orders. */
        totals: z.array(OrderTotals),
        mockTotals: z.array(MockTotals),
      }),
    },
  }),
  export: route("GET", "/api/orders/export.csv", "creator", {
    recent: true,
    summary: "Export orders as CSV (RFC 4180)",
    query: z.object(filter),
    responses: { 200: null },
    mediaType: "text/csv",
    limit: { points: 20, seconds: 60 },
  }),
  resend: route("POST", "/api/orders/:id/resend", "creator", {
    scopes: ["orders:write"],
    allowsSuspended: true,
    summary: "Resend the receipt of a paid order",
    params: IdParams,
    responses: { 204: null },
    errors: { 409: ["checkout.not_paid", "checkout.no_email", "checkout.creator_unverified"] },
    limit: { points: 30, seconds: 60 },
  }),
};
