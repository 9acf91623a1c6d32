import type { ProviderName } from "../../../contract/rules/order-states.ts";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { withDeps } from "../../platform/with-deps.ts";
import { applyPayment, type ReportedPayment } from "./apply.ts";
import type { OrderPaymentDeps } from "./deps.ts";
import { finishRefund, queueUnfinishedRefunds, refundJob } from "./make-refund.ts";
import type { PaymentRow } from "./money.ts";
import type { OrderHook, PaidOrder } from "./order.ts";
import { createPaymentCounts, readOverdue } from "./payment-counts.ts";
import { onPaymentEvent } from "./payment-events.ts";
import { registerPaymentReviews } from "./payment-reviews.ts";
import { endAbandonedTestPayments, reconcilePaymentsJob } from "./reconcile.ts";
import { closePayment, endPayment, openPayment, refreshPayment, salesOf } from "./refresh-payment.ts";
import { type RefundRequest, requestRefund } from "./refunds.ts";
import { replacePayment } from "./replace-payment.ts";
import { findNamedPayment, findPaymentIn, type insertPayment, listPayable, readAgain } from "./repository.ts";

export { closeOpenPayments } from "./close-open.ts";
export { freePayment } from "./free-payment.ts";
export { refundedOfLines } from "./line-refunds.ts";
export {
  type DisputeRow,
  deleteRefundNotes,
  hasNoOpenPayment,
  isDisputeLost,
  listRefunds,
  type PaymentRow,
  type RefundRow,
  readMoney,
  type SplitRefund,
  takeUnmailedRefund,
} from "./money.ts";
export type { OrderHook, PaidOrder, PaymentChange } from "./order.ts";
export { presentMoney } from "./presenter.ts";
export { refundableOfLines } from "./refunds.ts";
export { findPaymentIn, insertPayment } from "./repository.ts";
export { acceptedPayment, disputedOf, refundedOf, statusOf } from "./status.ts";
/** Exported for reading joins. Only this module writes to them. */
export { orderDisputes, orderPayments, orderRefunds } from "./tables.ts";

export type OrderPayments = ReturnType<typeof createOrderPayments>["api"];

/**
 * The payments of orders: attempts to pay, refunds and disputes, as the provider reports them.
 * The order decides what they mean for it.
 */
export function createOrderPayments(infrastructure: Infrastructure) {
  const { db } = infrastructure;
  let hook: OrderHook | undefined;
  const counts = createPaymentCounts();
  const deps: OrderPaymentDeps = {
    ...infrastructure,
    counts,
    get orders() {
      if (!hook) throw new Error("the order hook is not set");
      return hook;
    },
  };
  return {
    routes: ({ registerRoute }) => registerPaymentReviews(registerRoute, deps),
    jobs: [refundJob(deps), reconcilePaymentsJob(deps)],
    maintenance: {
      "end-abandoned-test-payments": () => endAbandonedTestPayments(deps),
      "queue-unfinished-refunds": () => queueUnfinishedRefunds(deps),
    },
    processMetrics: [
      {
        name: "tessera_payments_total",
        help: "Payments and refunds at the providers, by outcome",
        type: "counter",
        label: "outcome",
        read: () => counts.read(),
      },
    ],
    gauges: [
      {
        name: "tessera_overdue_payment_seconds",
        help: "Delay of the most overdue read of a payment from its provider, or 0 if none is overdue",
        read: () => readOverdue(db, infrastructure.sales),
      },
    ],
    api: {
      /** Sets the orders that payments pay. */
      setOrders: (orders: OrderHook) => {
        hook = orders;
      },
      /** Saves a provider's report of a payment. */
      applyPayment: (tx: Transaction, payment: ReportedPayment) => applyPayment(tx, deps, payment),
      ...withDeps(deps, {
        openPayment,
        refreshPayment,
        closePayment,
        endPayment,
        finishRefund,
        onPaymentEvent,
      }),
      /** Finds a payment by its provider's id. */
      findPaymentAt: ({ provider, id }: { provider: ProviderName; id: string }) =>
        findNamedPayment(db, { provider, id, intent: null, reference: null }),
      /** Schedules immediate reads of an account's unfinished payments, and of ended unpaid ones that are still read. */
      readAgain,
      /** Returns the payable payment of an order. */
      findOpenPayment: (orderId: number, queries: Queries = db) => findPaymentIn(queries, orderId, ["open"]),
      /** Returns the provider's page of an order's payable payment, or null. */
      findPaymentPage: async (orderId: number) => {
        const open = await findPaymentIn(db, orderId, ["open"]);
        return open && salesOf(infrastructure.sales, open) ? open.url : null;
      },
      /** Lists the payments of an order that its buyer may just have paid. */
      listPayable: (orderId: number) => listPayable(db, orderId),
      /** Stores another attempt to pay a locked order, replacing one that the provider cannot close. */
      replacePayment: (tx: Transaction, open: PaymentRow, values: Parameters<typeof insertPayment>[1]) =>
        replacePayment(tx, deps, open, values),
      /** Stores a refund of a locked order. A job makes it at the provider. Throws 400, 409. */
      requestRefund: (tx: Transaction, order: PaidOrder, request: RefundRequest) =>
        requestRefund(tx, deps, order, request),
    },
  } satisfies Module;
}
