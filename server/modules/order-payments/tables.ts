import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { RefundReason } from "../../../contract/api/orders.ts";
import type {
  DisputeStatus,
  OrderActor,
  OrderProvider,
  PaymentMode,
  PaymentStatus,
  RefundStatus,
} from "../../../contract/rules/order-states.ts";
import type { LinePrice } from "../../../contract/rules/prices.ts";
import { createdAt, partOf, partOfUuid, timestamptz } from "../../platform/database/columns.ts";
import { orderLines, type SoldProduct } from "../orders/line-tables.ts";
import { orders } from "../orders/tables.ts";

/** The parameters of a payment's creation at the provider; a repeated creation sends the same. */
export type PaymentParameters = {
  /** Identifies the buyer's input: a repetition continues this payment, another input replaces it. Not sent. */
  request: string;
  lines: { name: string; amount: number }[];
  orderNumber: string;
  email: string | null;
  allowLate: boolean;
  locale: string | null;
  /** The own domain to which the provider leads back, or nothing for the main host. Not sent. */
  origin?: string;
};

/** The purpose of a payment attempt; amount and fee are the payment's own. */
export type PaymentPurchase = Pick<
  typeof orders.$inferSelect,
  "itemCents" | "discountId" | "discountCode" | "discountCents" | "shippingCents" | "feeBps"
> & {
  /** The paid lines: another attempt may be for other products. Missing in payments of earlier releases. */
  lines?: (SoldProduct & LinePrice)[];
};

/** An attempt to pay an order. A new attempt is a new row, made only when the previous one is final at the provider. */
export const orderPayments = pgTable(
  "order_payments",
  {
    /** The reference at the provider; its idempotency key is derived from it. */
    id: uuid().primaryKey().defaultRandom(),
    orderId: partOf("order_id", () => orders.id),
    provider: text().$type<OrderProvider>().notNull(),
    mode: text().$type<PaymentMode>(),
    /** The provider's id of the payout account, or null for the installation's own. */
    account: text(),
    /** The provider's id of the payment; null until its response is received. */
    providerId: text("provider_id"),
    /** The provider's id of the charge attempt, which events name. */
    intentId: text("intent_id"),
    status: text().$type<PaymentStatus>().notNull().default("open"),
    amountCents: integer("amount_cents").notNull(),
    currency: text().notNull(),
    feeCents: integer("fee_cents").notNull(),
    feeReturnedCents: integer("fee_returned_cents").notNull().default(0),
    /** The provider's fee, or null until it is reported. */
    providerFeeCents: integer("provider_fee_cents"),
    /** Null for payments older than this column. The order copies it from the payment that pays it. */
    purchase: jsonb().$type<PaymentPurchase>(),
    /** Null once the payment is final. */
    parameters: jsonb().$type<PaymentParameters>(),
    /** The provider's page. */
    url: text(),
    expiresAt: timestamptz("expires_at"),
    /** A second payment of a paid order, which is refunded. */
    isDuplicate: boolean("is_duplicate").notNull().default(false),
    /** The provider's report differs from the order, so nothing is delivered for it. */
    isHeld: boolean("is_held").notNull().default(false),
    method: text(),
    createdAt: createdAt(),
    paidAt: timestamptz("paid_at"),
    /** When the provider is read next, or null if it is final. */
    nextReadAt: timestamptz("next_read_at"),
  },
  (table) => [
    unique("order_payments_provider_id_unique").on(table.provider, table.providerId),
    index("order_payments_order_id").on(table.orderId),
    index("order_payments_intent_id").on(table.intentId),
    index("order_payments_next_read_at").on(table.nextReadAt).where(sql`${table.nextReadAt} is not null`),
    index("order_payments_unusual").on(table.createdAt).where(sql`${table.isHeld} or ${table.isDuplicate}`),
    // Otherwise the buyer could pay a second unfinished payment as well as the first.
    uniqueIndex("order_payments_unfinished").on(table.orderId).where(sql`${table.status} = 'open'`),
    check(
      "order_payments_status_known",
      sql`${table.status} in ('open', 'processing', 'paid', 'failed', 'expired', 'cancelled')`,
    ),
    check(
      "order_payments_fee_below_amount",
      sql`${table.feeCents} >= 0 and (${table.feeCents} < ${table.amountCents} or (${table.feeCents} = 0 and ${table.amountCents} = 0))`,
    ),
  ],
);

/** Money returned to the buyer. */
export const orderRefunds = pgTable(
  "order_refunds",
  {
    /** The idempotency key at the provider. */
    id: uuid().primaryKey().defaultRandom(),
    orderId: partOf("order_id", () => orders.id),
    paymentId: partOfUuid("order_payment_id", () => orderPayments.id),
    /** The client's id of the request, or null for refunds that were not requested here. */
    requestId: uuid("request_id"),
    /** The provider's id; null until its response is received. */
    providerId: text("provider_id"),
    amountCents: integer("amount_cents").notNull(),
    status: text().$type<RefundStatus>().notNull(),
    reason: text().$type<RefundReason>(),
    /** The creator's message to the buyer. */
    note: text(),
    source: text().$type<OrderActor>().notNull(),
    /** Why it failed, in the provider's words. */
    failure: text(),
    /** Incremented if the provider rejects an attempt that may be repeated later: it stores the result of an idempotency key for a day. */
    attempt: integer().notNull().default(0),
    /** Made without returning the platform's fee, because the platform's balance was too low. */
    withoutFee: boolean("without_fee").notNull().default(false),
    /** When that fee was returned later. */
    feeReturnedAt: timestamptz("fee_returned_at"),
    /** When the buyer was emailed about it. */
    mailedAt: timestamptz("mailed_at"),
    createdAt: createdAt(),
  },
  (table) => [
    unique("order_refunds_request_id_unique").on(table.orderId, table.requestId),
    unique("order_refunds_provider_id_unique").on(table.paymentId, table.providerId),
    index("order_refunds_unfinished")
      .on(table.createdAt)
      .where(sql`${table.status} = 'asked' or (${table.withoutFee} and ${table.feeReturnedAt} is null)`),
    check("order_refunds_amount_positive", sql`${table.amountCents} > 0`),
    check("order_refunds_status_known", sql`${table.status} in ('asked', 'pending', 'done', 'failed')`),
  ],
);

/** The part of a refund for a line. A refund without parts is one of the whole order, until a later one is of lines. */
export const orderRefundLines = pgTable(
  "order_refund_lines",
  {
    refundId: partOfUuid("refund_id", () => orderRefunds.id),
    lineId: partOf("line_id", () => orderLines.id),
    amountCents: integer("amount_cents").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.refundId, table.lineId] }),
    index("order_refund_lines_line_id").on(table.lineId),
    check("order_refund_lines_amount_positive", sql`${table.amountCents} > 0`),
  ],
);

/** A payment disputed by the buyer's bank. */
export const orderDisputes = pgTable(
  "order_disputes",
  {
    provider: text().$type<OrderProvider>().notNull(),
    providerId: text("provider_id").notNull(),
    orderId: partOf("order_id", () => orders.id),
    paymentId: partOfUuid("order_payment_id", () => orderPayments.id),
    amountCents: integer("amount_cents").notNull(),
    status: text().$type<DisputeStatus>().notNull(),
    respondBy: timestamptz("respond_by"),
    /** The provider's page for the creator's response. */
    url: text(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.providerId] }),
    index("order_disputes_order_id").on(table.orderId),
    index("order_disputes_order_payment_id").on(table.paymentId),
    check(
      "order_disputes_status_known",
      sql`${table.status} in ('warning', 'open', 'won', 'lost', 'closed')`,
    ),
  ],
);
