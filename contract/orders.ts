import { z } from "zod";
import { OrderStatus } from "./checkout.ts";
import { IsoTime, maxLengthText } from "./fields.ts";
import { limits, ORDERS_PAGE_SIZE } from "./limits.ts";
import { ProductType } from "./products.ts";
import { IdParams, route } from "./route.ts";

/** An order as its creator sees it; the product is as it was when the checkout started. */
export const CreatorOrder = z.object({
  id: z.number(),
  created_at: IsoTime,
  paid_at: IsoTime.nullable(),
  product: z.object({ name: z.string(), type: ProductType }),
  amount_cents: z.number(),
  currency: z.string(),
  fee_cents: z.number(),
  /** The amount less the fee. */
  net_cents: z.number(),
  status: OrderStatus,
  buyer_email: z.string().nullable(),
  downloads: z.number(),
  /** `mock`: no money was charged. */
  provider: z.string(),
});
export type CreatorOrder = z.infer<typeof CreatorOrder>;

/** The totals of the paid orders of a list, in one currency. */
export const OrderTotals = z.object({
  currency: z.string(),
  paid: z.number(),
  amount_cents: z.number(),
  fee_cents: z.number(),
  net_cents: z.number(),
});
export type OrderTotals = z.infer<typeof OrderTotals>;

export const OrderFilterStatus = z.enum(["all", ...OrderStatus.options]);
export type OrderFilterStatus = z.infer<typeof OrderFilterStatus>;

const WHICH_STATUS = "Choose a status: all, pending, paid, cancelled or failed.";
const WHICH_PAGE = "The page must be a whole number above 0.";
/** A URL may name a filter and leave it empty. */
const Empty = z.literal("");

const filter = {
  status: z
    .union([Empty, OrderFilterStatus], { error: WHICH_STATUS })
    .default("all")
    .transform((status) => status || "all"),
  /** Searches the product's name and the buyer's email; a number also finds the order with that id. */
  search: maxLengthText("Search", limits.search.max).default(""),
};

export const orderRoutes = {
  list: route({
    method: "GET",
    path: "/api/orders",
    access: "creator",
    summary: "Orders of the creator, newest first, with totals of the paid ones",
    query: z.object({
      ...filter,
      page: z
        .union(
          [
            Empty,
            z.coerce.number().int().min(1, { error: WHICH_PAGE }).max(1_000_000, { error: WHICH_PAGE }),
          ],
          { error: WHICH_PAGE },
        )
        .default(1)
        .transform((page) => page || 1),
    }),
    responses: {
      200: z.object({
        orders: z.array(CreatorOrder),
        total: z.number(),
        page: z.number(),
        pageSize: z.literal(ORDERS_PAGE_SIZE),
        totals: z.array(OrderTotals),
      }),
    },
  }),
  export: route({
    method: "GET",
    path: "/api/orders/export.csv",
    access: "creator",
    summary: "Export orders as CSV (RFC 4180)",
    query: z.object(filter),
    responses: { 200: null },
    limit: { points: 20, seconds: 60 },
  }),
  resend: route({
    method: "POST",
    path: "/api/orders/:id/resend",
    access: "creator",
    summary: "Resend the receipt of a paid order",
    params: IdParams,
    responses: { 204: null },
    limit: { points: 30, seconds: 60 },
  }),
};
