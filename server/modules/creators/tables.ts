import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Appearance } from "../../../contract/api/appearance.ts";
import type { PaymentProvider, Plan, Social } from "../../../contract/api/creators.ts";
import type { Language } from "../../../contract/rules/languages.ts";
import type { DecisionGround, Suspension } from "../../../contract/rules/moderation.ts";
import {
  bigintColumn,
  createdAt,
  identity,
  linkTo,
  partOf,
  partOfUuid,
  timestamptz,
} from "../../platform/database/columns.ts";
import { users } from "../accounts/tables.ts";

/** A handle that was released by renaming or deletion. Links to it still exist, so for a while no other creator can take it. A trigger on `creators` enforces this. */
export const quarantinedHandles = pgTable(
  "resting_handles",
  {
    /** Lower case. */
    handle: text().primaryKey(),
    until: timestamptz("until").notNull(),
    /** The creator who renamed the page: visitors are redirected there, and only this creator may take the handle back. Null after deletion. */
    creatorId: linkTo("creator_id", (): AnyPgColumn => creators.id),
  },
  (table) => [index("resting_handles_creator").on(table.creatorId)],
);

/** The line that a creator pins above the page. */
export const announcements = pgTable("announcements", {
  creatorId: partOf("creator_id", (): AnyPgColumn => creators.id).primaryKey(),
  text: text().notNull(),
  url: text(),
  /** It is no longer shown from then on; null: it stays. */
  endsAt: timestamptz("ends_at"),
});

/** A creator: one row for each user who has a page. */
export const creators = pgTable(
  "creators",
  {
    id: identity(),
    userId: partOfUuid("user_id", () => users.id),
    /** Lower case. */
    handle: text().notNull(),
    displayName: text("display_name").notNull(),
    bio: text(),
    avatarUrl: text("avatar_url"),
    plan: text().$type<Plan>().notNull().default("free"),
    /** True when the plan came with a subscription and ends with it. */
    planPaid: boolean("plan_paid").notNull().default(false),
    subscriptionActive: boolean("subscription_active").notNull().default(false),
    /** The account onboarded at the payment provider; set only by the server. */
    stripeAccountId: text("stripe_account_id"),
    paymentProvider: text("payment_provider").$type<PaymentProvider>().notNull().default("none"),
    /** The creator's own entry; not used for payments. */
    paymentAccountId: text("payment_account_id"),
    tipsEnabled: boolean("tips_enabled").notNull().default(false),
    /** Buyers may also pay by methods whose payment is confirmed days later. */
    delayedPaymentsEnabled: boolean("delayed_payments_enabled").notNull().default(false),
    /** Refunds of one day above this, in minor units, need a recent proof of who the creator is; null: the default. */
    refundLimitCents: bigintColumn("refund_limit_cents"),
    /** IANA name, in which the creator enters and reads times. */
    timeZone: text("time_zone").notNull().default("UTC"),
    /** BCP 47 tag of the creator's own texts. */
    language: text().$type<Language>().notNull().default("en"),
    /** The choices that were made; those of the Creator plan stay stored on the Free plan. */
    appearance: jsonb().$type<Partial<Appearance>>().notNull().default({}),
    /** An administrator has stopped the emails to this creator's audience. */
    sendingStopped: boolean("sending_stopped").notNull().default(false),
    /** By administrators; null: none. Everything else of the page stays as it is until it is lifted. */
    suspension: text().$type<Suspension>(),
    suspendedFor: text("suspended_for").$type<DecisionGround>(),
    socials: jsonb().$type<Social[]>().notNull().default([]),
    /** Since when the page is not shown and nothing is sold or sent; null for all others. */
    offlineSince: timestamptz("offline_since"),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("creators_handle_unique").on(table.handle),
    uniqueIndex("creators_user_id_unique").on(table.userId),
    check("creators_handle_lower_case", sql`${table.handle} = lower(${table.handle})`),
    check("creators_plan_known", sql`${table.plan} in ('free', 'creator')`),
  ],
);
