import { and, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import type { z } from "zod";
import { labelOf } from "../../../contract/rules/order-states.ts";
import { readInBatches } from "../../platform/database/chunks.ts";
import { first, inTransaction } from "../../platform/database/index.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import type { Job } from "../../platform/jobs/port.ts";
import { ProviderUnavailable } from "../../platform/payments/port.ts";
import { PROVIDER_TIMEOUT_MS } from "../../platform/payments/provider-timeout.ts";
import { RefundRejected, type Sales, SellerUnavailable } from "../../platform/payments/sales.ts";
import { withTimeout } from "../../platform/timeout.ts";
import type { OrderPaymentDeps } from "./deps.ts";
import { errors, refundTooLarge } from "./errors.ts";
import { type PaymentRow, type RefundRow, readMoney } from "./money.ts";
import { refreshPayment, salesOf } from "./refresh-payment.ts";
import { REFUND_JOB, RefundJob, refundableOf } from "./refunds.ts";
import { orderPayments, orderRefunds } from "./tables.ts";

/**
 * Retries for about a week while the provider is unavailable.
 * After that the job is a dead job, and the refund still has the status `asked`.
 */
const RETRY = { limit: 1000, initialDelaySeconds: 2, maxDelaySeconds: 600 };

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long a refund waits for sufficient balance. */
const BALANCE_MS = 7 * DAY_MS;
/** After this time the job of a refund has ended. */
const JOB_DAYS = 8;
const QUEUED_AT_A_TIME = 200;

export const refundJob = (deps: OrderPaymentDeps): Job =>
  defineJob({
    name: REFUND_JOB,
    payload: RefundJob,
    retry: RETRY,
    async handler({ data: { refundId } }) {
      await makeRefund(deps, refundId, { isNew: false, isFailureEmailed: true });
    },
  });

type Attempt = {
  /** True for the first attempt, before which nothing was sent to the provider. */
  isNew: boolean;
  /** True if nobody waits for the response. */
  isFailureEmailed: boolean;
};

/**
 * Makes a stored refund at its provider and stores the result. Repeated calls refund once: the refund's id is the idempotency key,
 * and because a provider deletes keys after a day, every repetition first looks for the refund there.
 * Throws `ProviderUnavailable`.
 */
export async function makeRefund(deps: OrderPaymentDeps, refundId: string, attempt: Attempt): Promise<void> {
  const found = await findRefund(deps, refundId);
  if (!found) return;
  const { refund, payment } = found;
  const sales = salesOf(deps.sales, payment);
  if (refund.status !== "asked") return sales && returnFee(deps, sales, found);
  if (!sales || payment.providerId === null) return failRefund(deps, refund, "other", attempt);
  if (!attempt.isNew) {
    await refreshPayment(deps, payment.id);
    if ((await findRefund(deps, refundId))?.refund.status !== "asked") return;
  }
  try {
    await sales.refund({
      account: payment.account,
      paymentId: payment.providerId,
      id: refund.id,
      amount: refund.amountCents,
      reason: refund.reason ?? "other",
      attempt: refund.attempt,
      withoutFee: refund.withoutFee,
    });
  } catch (error) {
    if (!(error instanceof RefundRejected || error instanceof SellerUnavailable)) throw error;
    if (error instanceof RefundRejected && error.reason === "balance") {
      return retryRefund(deps, found, attempt);
    }
    deps.log.warn({ err: error, orderId: refund.orderId, refundId }, "refund refused by the provider");
    await refreshPayment(deps, payment.id);
    return failRefund(deps, refund, error instanceof RefundRejected ? error.reason : "other", attempt);
  }
  await refreshPayment(deps, payment.id);
}

/** Makes a refund that was just stored. Returns whether the provider has received it. If not, a job continues. Throws 400, 409. */
export async function finishRefund(
  deps: OrderPaymentDeps,
  { refund, isNew }: { refund: RefundRow; isNew: boolean },
): Promise<boolean> {
  try {
    const attempt = makeRefund(deps, refund.id, { isNew, isFailureEmailed: false });
    await withTimeout(attempt, PROVIDER_TIMEOUT_MS, () => undefined);
  } catch (error) {
    // A failing provider may have made the refund anyway, so the job looks for it first.
    if (!(error instanceof ProviderUnavailable)) throw error;
    deps.log.warn({ err: error, refundId: refund.id }, "the provider failed; the job makes the refund");
  }
  const made = (await findRefund(deps, refund.id)) ?? { refund };
  if (made.refund.status === "failed") throw await toError(deps, made.refund);
  return made.refund.status !== "asked";
}

async function toError({ db }: OrderPaymentDeps, { orderId, paymentId, failure }: RefundRow) {
  if (failure === "disputed") return errors.disputed();
  if (failure !== "too_much" && failure !== "balance") return errors.notAllowed();
  const { payments, ...money } = await readMoney(db, orderId);
  const payment = payments.find(({ id }) => id === paymentId);
  if (failure === "balance") return errors.balance({ provider: labelOf(payment?.provider ?? "") });
  const left = payment ? refundableOf(payment, money) : 0;
  return left > 0 ? refundTooLarge(left) : errors.refunded();
}

type Found = { refund: RefundRow; payment: PaymentRow };

/** A refund above the balance is repeated without the platform's fee, which the platform pays, and otherwise for a week. */
async function retryRefund(deps: OrderPaymentDeps, { refund, payment }: Found, attempt: Attempt) {
  const returnsFee = payment.feeCents > 0 && payment.account !== null && !refund.withoutFee;
  const isOver = deps.clock.now().getTime() - refund.createdAt.getTime() > BALANCE_MS;
  if (!returnsFee && isOver) return failRefund(deps, refund, "balance", attempt);
  await inTransaction(deps.db, async (tx) => {
    const order = await deps.orders.lock(tx, refund.orderId);
    const [saved] = await tx
      .update(orderRefunds)
      .set({
        attempt: refund.attempt + 1,
        withoutFee: refund.withoutFee || returnsFee,
        failure: returnsFee ? null : "balance",
      })
      .where(
        and(
          eq(orderRefunds.id, refund.id),
          eq(orderRefunds.status, "asked"),
          // Another process has already handled this response.
          eq(orderRefunds.attempt, refund.attempt),
        ),
      )
      .returning();
    const isNews = saved?.failure === "balance" && refund.failure === null;
    if (order && isNews && attempt.isFailureEmailed)
      await order.onChange(tx, { what: "refund_waits", refund: saved });
  });
  if (returnsFee) return makeRefund(deps, refund.id, attempt);
  throw new ProviderUnavailable("the balance does not cover the refund yet");
}

/** Returns the platform's fee of a refund made without it. */
async function returnFee(deps: OrderPaymentDeps, sales: Sales, { refund, payment }: Found): Promise<void> {
  const { id, status, withoutFee, feeReturnedAt, attempt } = refund;
  const { account, providerId } = payment;
  if (!withoutFee || feeReturnedAt || status === "failed" || providerId === null) return;
  if (account !== null && payment.feeCents > 0) {
    await sales.returnFee({ account, paymentId: providerId, id, attempt }).catch(async (error: unknown) => {
      if (!(error instanceof RefundRejected)) throw error;
      await deps.db
        .update(orderRefunds)
        .set({ attempt: attempt + 1 })
        .where(and(eq(orderRefunds.id, id), eq(orderRefunds.attempt, attempt)));
      throw new ProviderUnavailable("the platform's fee cannot be returned yet", { cause: error });
    });
    await refreshPayment(deps, payment.id);
  }
  const now = deps.clock.now();
  await deps.db.update(orderRefunds).set({ feeReturnedAt: now }).where(eq(orderRefunds.id, id));
}

/** Queues refunds again whose job ended without a result, because they would reserve their amount forever. Also queues refunds whose fee was not returned. */
export async function queueUnfinishedRefunds({ db, jobs, clock }: OrderPaymentDeps): Promise<void> {
  const { id, status, withoutFee, feeReturnedAt, createdAt } = orderRefunds;
  const isUnfinished = or(
    and(eq(status, "asked"), lt(createdAt, sql`now() - make_interval(days => ${JOB_DAYS})`)),
    and(withoutFee, isNull(feeReturnedAt), sql`${status} in ('pending', 'done')`),
  );
  // Lists all of them, because refunds whose fee can never be returned would fill a limited list.
  const batches = readInBatches<Pick<RefundRow, "id" | "createdAt">>(QUEUED_AT_A_TIME, (last, limit) =>
    db
      .select({ id, createdAt })
      .from(orderRefunds)
      .where(and(isUnfinished, last && gt(id, last.id)))
      .orderBy(id)
      .limit(limit),
  );
  for await (const rows of batches) {
    const again = rows.map((row) => {
      const age = Math.floor((clock.now().getTime() - row.createdAt.getTime()) / (JOB_DAYS * DAY_MS));
      const data = { refundId: row.id } satisfies z.infer<typeof RefundJob>;
      return { key: `${row.id} again ${age}`, data };
    });
    await inTransaction(db, (tx) => jobs.enqueueAll(tx, REFUND_JOB, again));
  }
}

const findRefund = ({ db }: OrderPaymentDeps, id: string) =>
  db
    .select({ refund: orderRefunds, payment: orderPayments })
    .from(orderRefunds)
    .innerJoin(orderPayments, eq(orderPayments.id, orderRefunds.paymentId))
    .where(eq(orderRefunds.id, id))
    .then(first);

/** Records that a refund is not made, unless the provider has made it after all. */
async function failRefund(
  deps: OrderPaymentDeps,
  { id, orderId }: RefundRow,
  failure: RefundRejected["reason"],
  { isFailureEmailed }: Attempt,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const order = await deps.orders.lock(tx, orderId);
    const [refund] = await tx
      .update(orderRefunds)
      .set({ status: "failed", failure })
      .where(and(eq(orderRefunds.id, id), eq(orderRefunds.status, "asked")))
      .returning();
    if (refund) deps.counts.addRefund(tx, "failed");
    if (order && refund)
      await order.onChange(tx, { what: "refund_refused", refund, isEmailed: isFailureEmailed });
  });
}
