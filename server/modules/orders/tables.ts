import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Device } from "../../../contract/api/analytics.ts";
import type { Seller } from "../../../contract/api/sellers.ts";
import type { OrderProvider, OrderStatus, PaymentMode } from "../../../contract/rules/order-states.ts";
import {
  bigintColumn,
  bytea,
  createdAt,
  identity,
  languageColumn,
  linkTo,
  linkToUuid,
  timestamptz,
} from "../../platform/database/columns.ts";
import { connectAccounts } from "../connect/tables.ts";
import { creators } from "../creators/tables.ts";
import { discounts } from "../discounts/tables.ts";
import { tiles } from "../tiles/tables.ts";

/** A purchase: its status, its buyer, and the sums of its lines. */
export const orders = pgTable(
  "orders",
  {
    id: identity(),
    /** The order's tokens are derived from this value and the installation's secret. */
    seed: uuid().notNull().defaultRandom(),
    creatorId: linkTo("creator_id", () => creators.id),
    tileId: linkTo("tile_id", () => tiles.id),
    /** True if the checkout started on the page of a product without a tile. */
    withoutTile: boolean("without_tile").notNull().default(false),
    amountCents: integer("amount_cents").notNull(),
    currency: text().notNull(),
    feeBps: integer("fee_bps").notNull(),
    feeCents: integer("fee_cents").notNull(),
    /** The products' prices or the chosen amount, before discount and shipping. */
    itemCents: integer("item_cents").notNull().default(0),
    /** The used discount code, as long as it exists. */
    discountId: linkTo("discount_id", () => discounts.id),
    discountCode: text("discount_code"),
    discountCents: integer("discount_cents").notNull().default(0),
    shippingCents: integer("shipping_cents").notNull().default(0),
    /** A use of the discount code is reserved for this order. */
    discountReserved: boolean("discount_reserved").notNull().default(false),
    /** A keyed hash of the client IP, as long as an unpaid payment holds a unit of stock or a use of a code. */
    reservedBy: text("reserved_by"),
    provider: text().$type<OrderProvider>().notNull(),
    /** Null in the mock checkout. */
    mode: text().$type<PaymentMode>(),
    /** The payout account of the money, or null for the installation's own. */
    accountRowId: linkToUuid("account_row_id", () => connectAccounts.id),
    /** Derived by `statusOf` from the payments, refunds and disputes whenever one of them changes. */
    status: text().$type<OrderStatus>().notNull().default("pending"),
    /** When the buyer left the checkout. */
    cancelledAt: timestamptz("cancelled_at"),
    /** Why the provider's payment is not accepted, or null if nothing is open. */
    heldReason: text("held_reason"),
    /** Sums of refunds, disputes and provider fees. Derived together with the status, like amount and fee after payment. */
    refundedCents: integer("refunded_cents").notNull().default(0),
    /** The amount that the buyer's bank holds or has taken. */
    disputedCents: integer("disputed_cents").notNull().default(0),
    feeReturnedCents: integer("fee_returned_cents").notNull().default(0),
    providerFeeCents: integer("provider_fee_cents"),
    /** The number on the receipt, assigned when the order is paid. */
    number: text().unique("orders_number_unique"),
    /** The seller at the time of payment. Kept after the creator is deleted. */
    seller: jsonb().$type<Seller>(),
    buyerEmail: text("buyer_email"),
    /** ISO 3166-1 alpha-2, as the provider or the buyer states it. */
    buyerCountry: text("buyer_country"),
    /** As the buyer entered them for the receipt. */
    buyerCompany: text("buyer_company"),
    buyerVatId: text("buyer_vat_id"),
    /** The buyer's line to the creator. */
    note: text(),
    /** The creator's language at the start of the checkout. Null for orders older than this column, which follow the creator. */
    language: languageColumn(),
    consentId: text("consent_id"),
    consentText: text("consent_text"),
    consentLanguage: text("consent_language"),
    consentAt: timestamptz("consent_at"),
    marketingConsentText: text("marketing_consent_text"),
    marketingConsentAt: timestamptz("marketing_consent_at"),
    /** When the contact data was hidden from lists, search and marketing. */
    restrictedAt: timestamptz("restricted_at"),
    /** The creator gave it away or imported it; nobody bought it here. */
    isFreeCopy: boolean("is_free_copy").notNull().default(false),
    /** The sale at another service, as `gumroad:` and its id there, or null for an order of this installation. */
    importedId: text("imported_id"),
    /** Incremented with every provider state that is saved. */
    revision: integer().notNull().default(0),
    /** The source of the checkout's visit, in the form of page views, or null for visitors who opt out of tracking. */
    visitSource: text("visit_source"),
    visitDevice: text("visit_device").$type<Device>(),
    visitCountry: text("visit_country"),
    /** The campaign link of that visit; no foreign key, as ids are never used again. */
    visitCampaignId: bigintColumn("visit_campaign_id"),
    checkoutTokenHash: bytea("checkout_token_hash").notNull(),
    orderTokenHash: bytea("order_token_hash").notNull(),
    /** The number of corrections of the email; the order token is derived from it, too. */
    orderLinkVersion: integer("order_link_version").notNull().default(0),
    /** The time of the last email with the links on request. A renewal clears it, because the emailed links stop working. */
    linksMailedAt: timestamptz("links_mailed_at"),
    /** When the receipt was queued at payment, or null when none was sent. */
    receiptQueuedAt: timestamptz("receipt_queued_at"),
    /**
     * Whether the creator's email was verified at payment.
     * Decides whether emails are sent once the creator is deleted, or null for orders older than this column.
     */
    creatorVerified: boolean("creator_verified"),
    createdAt: createdAt(),
    paidAt: timestamptz("paid_at"),
  },
  (table) => [
    uniqueIndex("orders_checkout_token_hash_unique").on(table.checkoutTokenHash),
    uniqueIndex("orders_order_token_hash_unique").on(table.orderTokenHash),
    index("orders_creator_id").on(table.creatorId, table.createdAt),
    index("orders_creator_paid_at").on(table.creatorId, table.paidAt).where(sql`${table.paidAt} is not null`),
    index("orders_paid_at").on(table.paidAt).where(sql`${table.paidAt} is not null`),
    index("orders_tile_id").on(table.tileId),
    index("orders_discount_id").on(table.discountId),
    index("orders_account_row_id").on(table.accountRowId).where(sql`${table.accountRowId} is not null`),
    uniqueIndex("orders_imported_id_unique")
      .on(table.creatorId, table.importedId)
      .where(sql`${table.importedId} is not null`),
    index("orders_reserved_by").on(table.reservedBy).where(sql`${table.reservedBy} is not null`),
    index("orders_unfinished").on(table.createdAt).where(sql`${table.paidAt} is null`),
    index("orders_buyer_email").on(sql`lower(${table.buyerEmail})`),
    check(
      "orders_status_known",
      sql`${table.status} in ('pending', 'processing', 'paid', 'partially_refunded', 'refunded', 'disputed', 'failed', 'expired', 'cancelled')`,
    ),
    check("orders_refunds_within_amount", sql`${table.refundedCents} between 0 and ${table.amountCents}`),
  ],
);
