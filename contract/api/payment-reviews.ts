import { z } from "zod";
import { IsoTime } from "../rules/fields.ts";
import { OrderProvider, PaymentMode, RefundStatus } from "../rules/order-states.ts";
import { PageNumber, pagination } from "./admin.ts";
import { route } from "./route.ts";

/** An unusual payment: it differs from its order, or the order was already paid. */
export const PaymentReview = z.object({
  id: z.string(),
  kind: z.enum(["held", "duplicate"]),
  /** The difference between payment and order, or null for a duplicate. */
  reason: z.string().nullable(),
  order_id: z.number(),
  product_name: z.string(),
  /** Null once the creator is deleted. */
  creator: z.object({ id: z.number(), handle: z.string() }).nullable(),
  amount_cents: z.number(),
  currency: z.string(),
  provider: OrderProvider,
  mode: PaymentMode.nullable(),
  /** The latest refund, or null without a refund. */
  refund: z
    .object({
      amount_cents: z.number(),
      status: RefundStatus,
      /** Why the refund failed, in the provider's words. */
      failure: z.string().nullable(),
    })
    .nullable(),
  /** The time of the payment, or its start if the provider does not report the time. */
  at: IsoTime,
});
export type PaymentReview = z.infer<typeof PaymentReview>;

export const paymentReviewRoutes = {
  list: route("GET", "/api/admin/payments", "admin", {
    summary: "Held and duplicate payments of all creators, latest first",
    query: z.object({ page: PageNumber }),
    responses: { 200: z.object({ payments: z.array(PaymentReview), ...pagination }) },
  }),
};
