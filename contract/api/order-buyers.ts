import { z } from "zod";
import { IsoTime } from "../rules/fields.ts";
import { ORDERS_PAGE_SIZE } from "../rules/limits.ts";
import { PageNumber } from "./admin.ts";
import { AudienceMember } from "./audience.ts";
import { MockTotals, OrderTotals } from "./order-totals.ts";
import { CreatorOrder } from "./orders.ts";
import { IdParams, route } from "./route.ts";

/** An order in the list of its buyer. */
export const OrderOfBuyer = CreatorOrder.extend({
  /** The number of files that the buyer can open now. */
  open_files: z.number(),
});
export type OrderOfBuyer = z.infer<typeof OrderOfBuyer>;

/** All that a creator knows about a buyer. The id of an order stands for its email, so that no email is in a URL. */
export const OrderBuyer = z.object({
  /** Null if the order has no email, or if its buyer was removed. The lists are empty then. */
  email: z.string().nullable(),
  /** A page of the creator's orders with this email, newest first. */
  orders: z.array(OrderOfBuyer),
  total: z.number(),
  page: z.number(),
  pageSize: z.literal(ORDERS_PAGE_SIZE),
  /** Totals of orders paid with real money and of free orders, without test orders. */
  totals: z.array(OrderTotals),
  mockTotals: z.array(MockTotals),
  /** The latest emails about these orders. */
  emails: z.array(z.object({ order_id: z.number(), at: IsoTime, about: z.string().nullable() })),
  /** The buyer as a member of the creator's audience, or null. */
  reader: AudienceMember.nullable(),
  is_unsubscribed: z.boolean(),
});
export type OrderBuyer = z.infer<typeof OrderBuyer>;

export const orderBuyerRoutes = {
  buyer: route("GET", "/api/orders/:id/buyer", "creator", {
    scopes: ["orders:read"],
    summary:
      "All orders of the creator with the email of this order, with their emails and the consent to news",
    params: IdParams,
    query: z.object({ page: PageNumber }),
    responses: { 200: OrderBuyer },
  }),
};
