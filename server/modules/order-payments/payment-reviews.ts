import { and, count, desc, eq, or, sql } from "drizzle-orm";
import { type PaymentReview, paymentReviewRoutes } from "../../../contract/api/payment-reviews.ts";
import type { Database } from "../../platform/database/index.ts";
import { paginate } from "../../platform/http/paginate.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import type { OrderPaymentDeps } from "./deps.ts";
import type { ReviewedOrder } from "./order.ts";
import { orderPayments, orderRefunds } from "./tables.ts";

const isUnusual = or(orderPayments.isHeld, orderPayments.isDuplicate);

/** Registers the administrators' list of unusual payments. */
export function registerPaymentReviews(registerRoute: RegisterRoute, deps: OrderPaymentDeps): void {
  const { db } = deps;
  registerRoute(paymentReviewRoutes.list, async ({ query: { page } }) => {
    const { range, wrap } = paginate(page);
    const [rows, [counted]] = await Promise.all([
      listUnusual(db, range),
      db.select({ total: count() }).from(orderPayments).where(isUnusual),
    ]);
    const orders = await deps.orders.listReviewed(
      db,
      rows.map(({ payment }) => payment.orderId),
    );
    const payments = rows.flatMap((row) => {
      const order = orders.find(({ id }) => id === row.payment.orderId);
      return order ? present(row, order) : [];
    });
    return wrap({ payments, total: counted?.total ?? 0 });
  });
}

type Row = Awaited<ReturnType<typeof listUnusual>>[number];

/** Lists held payments and duplicates with their latest refund, without buyers' data. */
async function listUnusual(db: Database, { limit, offset }: { limit: number; offset: number }) {
  const latest = db
    .select({
      amountCents: orderRefunds.amountCents,
      status: orderRefunds.status,
      failure: orderRefunds.failure,
    })
    .from(orderRefunds)
    .where(and(eq(orderRefunds.orderId, orderPayments.orderId), eq(orderRefunds.paymentId, orderPayments.id)))
    .orderBy(desc(orderRefunds.createdAt))
    .limit(1)
    .as("latest");
  return db
    .select({
      payment: orderPayments,
      refund: {
        amountCents: latest.amountCents,
        status: latest.status,
        failure: latest.failure,
      },
    })
    .from(orderPayments)
    .leftJoinLateral(latest, sql`true`)
    .where(isUnusual)
    .orderBy(desc(orderPayments.createdAt), desc(orderPayments.id))
    .limit(limit)
    .offset(offset);
}

function present({ payment, refund }: Row, order: ReviewedOrder): PaymentReview {
  const { id, isHeld, amountCents, currency, provider, mode, paidAt, createdAt } = payment;
  return {
    id,
    kind: isHeld ? "held" : "duplicate",
    reason: isHeld ? order.heldReason : null,
    order_id: order.id,
    product_name: order.title,
    creator: order.creator,
    amount_cents: amountCents,
    currency,
    provider,
    mode,
    refund: refund && {
      amount_cents: refund.amountCents,
      status: refund.status,
      failure: refund.failure,
    },
    at: (paidAt ?? createdAt).toISOString(),
  };
}
