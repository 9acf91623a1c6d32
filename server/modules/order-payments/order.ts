import type { PaymentStatus, RefundStatus } from "../../../contract/rules/order-states.ts";
import type { Queries, Transaction } from "../../platform/database/index.ts";
import type { NewPayment, Payment } from "../../platform/payments/sales.ts";
import type { PaidLine } from "./line-refunds.ts";
import type { DisputeRow, PaymentRow, RefundRow } from "./money.ts";

/** A saved change of a locked order's money. */
export type PaymentChange =
  | { what: "status"; payment: PaymentRow; before: PaymentStatus }
  /** The order was already paid, and the rest of this payment is refunded. */
  | { what: "duplicate"; payment: PaymentRow; refund: RefundRow }
  /** The payment differs from the order. */
  | { what: "held"; payment: PaymentRow; difference: string }
  | { what: "hold_released"; payment: PaymentRow }
  /** `lineIds`: the lines that are refunded, or null for the whole order. */
  | {
      what: "refund_requested";
      refund: RefundRow;
      lineIds: number[] | null;
      keepAccess: boolean | undefined;
    }
  /** The provider reports a new state of the refund. */
  | { what: "refund"; payment: PaymentRow; refund: RefundRow; before: RefundStatus | undefined }
  /** The balance is still too low for the refund. */
  | { what: "refund_waits"; refund: RefundRow }
  /** The provider rejects the refund. */
  | { what: "refund_refused"; refund: RefundRow; isEmailed: boolean }
  | { what: "dispute"; payment: PaymentRow; dispute: DisputeRow }
  /** The last change of a transaction. Everything is saved, and the order derives its state. */
  | {
      what: "saved";
      payment: PaymentRow;
      /** The provider's report of a payment that may pay the order, or null for one that has ended or must not pay it. */
      accepted: { reported: Payment; isReceiptAllowed: boolean } | null;
    };

export type PaidOrder = {
  id: number;
  /** Incremented with every state of the provider that is saved. */
  revision: number;
  /** The time at which the buyer left the checkout, or null. */
  cancelledAt: Date | null;
  lines: readonly PaidLine[];
  /** Returns the order's part of the parameters for a payment's creation, which leads back to the main host or the given own domain. */
  describe(origin?: string): Promise<Pick<NewPayment, "address" | "returnUrl">>;
  /** Counts the receipt of an order that becomes paid against its caps. Returns whether it may be sent. */
  reserveReceipt(email: string | null): Promise<boolean>;
  /** Applies a change, in the transaction that has locked the order. */
  onChange(tx: Transaction, change: PaymentChange): Promise<void>;
};

export type OrderHook = {
  find(db: Queries, orderId: number): Promise<PaidOrder | undefined>;
  /** Finds an order and locks it until the transaction ends. */
  lock(tx: Transaction, orderId: number): Promise<PaidOrder | undefined>;
  /** Lists the orders of payments that administrators review. */
  listReviewed(db: Queries, orderIds: readonly number[]): Promise<ReviewedOrder[]>;
};

/** An order with an unusual payment, for administrators. */
export type ReviewedOrder = {
  id: number;
  title: string;
  /** The reason why a payment is held, or null. */
  heldReason: string | null;
  creator: { id: number; handle: string } | null;
};
