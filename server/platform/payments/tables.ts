import { sql } from "drizzle-orm";
import { boolean, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { bytea } from "../database/columns.ts";

const createdAt = () => timestamp("created_at", { withTimezone: true }).notNull().defaultNow();

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
  deauthorized: boolean().notNull().default(false),
  createdAt: createdAt(),
});

/** Access links to an account's pages; only a hash of each is stored. */
export const sandboxLinks = pgTable("sandbox_links", {
  tokenHash: bytea("token_hash").primaryKey(),
  accountId: text("account_id")
    .notNull()
    .references(() => sandboxAccounts.id, { onDelete: "cascade" }),
  returnUrl: text("return_url").notNull(),
  refreshUrl: text("refresh_url").notNull(),
  expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
});
