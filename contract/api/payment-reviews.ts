import { z } from "zod";
import { IsoTime } from "../rules/fields.ts";
import { OrderProvider, PaymentMode, RefundStatus } from "../rules/order-states.ts";
import { PageNumber, pagination } from "./admin.ts";
import { route } from "./route.ts";

/** A payment that did not take its usual course: it differs from its order, or the order was paid already. */
export const PaymentReview = z.object({
  id: z.string(),
  kind: z.enum(["held", "duplicate"]),
  /** How what was paid differs from the order; null for a duplicate. */
  reason: z.string().nullable(),
  order_id: z.number(),
  product_name: z.string(),
  /** Null once the creator is deleted. */
  creator: z.object({ id: z.number(), handle: z.string() }).nullable(),
  amount_cents: z.number(),
  currency: z.string(),
  provider: OrderProvider,
  mode: PaymentMode.nullable(),
  /** The latest refund; null while nothing was returned. */
  refund: z
    .object({
      amount_cents: z.number(),
      status: RefundStatus,
      /** Why it failed, in the provider's word. */
      failure: z.string().nullable(),
    })
    .nullable(),
  /** When it was paid, or when it was started if the provider does not report the payment's time. */
  at: IsoTime,
});
export type PaymentReview = z.infer<typeof PaymentReview>;

export const paymentReviewRoutes = {
  list: route("GET", "/api/admin/payments", "admin", {
    summary: "Held payments and duplicates of all creators, latest first",
    query: z.object({ page: PageNumber }),
    responses: { 200: z.object({ payments: z.array(PaymentReview), ...pagination }) },
  }),
};
