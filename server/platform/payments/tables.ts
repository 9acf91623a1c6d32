import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { bytea, createdAt, timestamptz } from "../database/columns.ts";
import type { Dispute, NewPayment, Payment, Refund } from "./sales.ts";

/** The sandbox's checkouts of the subscription. */
export const sandboxCheckouts = pgTable("sandbox_checkouts", {
  id: text().primaryKey(),
  idempotencyKey: text("idempotency_key").notNull().unique(),
  owner: text().notNull(),
  reference: text().notNull(),
  customerId: text("customer_id").notNull(),
  productId: text("product_id").notNull(),
  successUrl: text("success_url").notNull(),
  cancelUrl: text("cancel_url").notNull(),
  status: text().$type<"open" | "complete" | "expired">().notNull().default("open"),
  subscriptionId: text("subscription_id"),
  createdAt: createdAt(),
});

export const sandboxSubscriptions = pgTable("sandbox_subscriptions", {
  id: text().primaryKey(),
  reference: text().notNull(),
  customerId: text("customer_id").notNull(),
  /** A status of Stripe's. */
  status: text().notNull(),
  createdAt: createdAt(),
});

export const sandboxAccounts = pgTable("sandbox_accounts", {
  id: text().primaryKey(),
  idempotencyKey: text("idempotency_key").notNull().unique(),
  owner: text().notNull(),
  reference: text().notNull(),
  currentlyDue: jsonb("currently_due").$type<string[]>().notNull(),
  pastDue: jsonb("past_due").$type<string[]>().notNull().default(sql`'[]'`),
  country: text(),
  /** True once the onboarding was finished, unless a requirement is past due. */
  canSell: boolean("can_sell").notNull().default(false),
  deauthorized: boolean().notNull().default(false),
  createdAt: createdAt(),
});

/** Access links to an account's pages. Only a hash of each is stored. */
export const sandboxLinks = pgTable(
  "sandbox_links",
  {
    tokenHash: bytea("token_hash").primaryKey(),
    accountId: text("account_id")
      .notNull()
      .references(() => sandboxAccounts.id, { onDelete: "cascade" }),
    returnUrl: text("return_url").notNull(),
    refreshUrl: text("refresh_url").notNull(),
    expiresAt: timestamptz("expires_at").notNull(),
  },
  (table) => [index("sandbox_links_account_id").on(table.accountId)],
);

/** A stored dispute. */
export type StoredDispute = Omit<Dispute, "respondBy"> & { respondBy: string | null };

/** The payments of the mock checkout and of the sandbox, as a provider would store them. Checkout and orders never read them. */
export const sandboxPayments = pgTable(
  "sandbox_payments",
  {
    id: text().primaryKey(),
    provider: text().$type<"mock" | "stripe">().notNull(),
    /** The id with which the payment was started. */
    reference: uuid().notNull(),
    account: text(),
    amount: integer().notNull(),
    currency: text().notNull(),
    fee: integer().notNull(),
    lines: jsonb().$type<NewPayment["lines"]>().notNull(),
    orderNumber: text("order_number").notNull(),
    email: text(),
    country: text(),
    returnUrl: text("return_url").notNull(),
    expiresAt: timestamptz("expires_at").notNull(),
    /** Whether methods that take days are offered. */
    allowLate: boolean("allow_late").notNull().default(true),
    status: text().$type<Payment["status"]>().notNull().default("open"),
    method: text(),
    paidAt: timestamptz("paid_at"),
    refunds: jsonb().$type<Refund[]>().notNull().default(sql`'[]'`),
    disputes: jsonb().$type<StoredDispute[]>().notNull().default(sql`'[]'`),
    /** Whether the next event is not delivered, as if it had been lost. */
    losesNextEvent: boolean("loses_next_event").notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    unique("sandbox_payments_reference").on(table.provider, table.reference),
    index("sandbox_payments_email").on(sql`lower(${table.email})`),
    check("sandbox_payments_amount", sql`amount > 0`),
    check("sandbox_payments_fee", sql`fee >= 0 and fee < amount`),
  ],
);

/** The permissions that organizations at Mollie gave the operator's app. The tokens are sealed, so that the database alone does not reveal them. */
export const mollieGrants = pgTable("mollie_grants", {
  organizationId: text("organization_id").primaryKey(),
  /** The app that received the grant. Its tokens are of no use to another app. */
  clientId: text("client_id").notNull(),
  /** The return URL of the grant, which each renewal must repeat. */
  returnUrl: text("return_url").notNull(),
  /** The website profile on which the organization sells, or null if it has none. */
  profileId: text("profile_id"),
  accessToken: bytea("access_token").notNull(),
  refreshToken: bytea("refresh_token").notNull(),
  expiresAt: timestamptz("expires_at").notNull(),
  /** When Mollie stopped accepting the tokens. */
  revokedAt: timestamptz("revoked_at"),
  createdAt: createdAt(),
});
