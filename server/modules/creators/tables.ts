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
import type { DecisionGround, Suspension } from "../../../contract/rules/moderation.ts";
import {
  bigintColumn,
  createdAt,
  identity,
  languageColumn,
  linkTo,
  partOf,
  partOfUuid,
  timestamptz,
} from "../../platform/database/columns.ts";
import { users } from "../accounts/tables.ts";

/**
 * A handle released by renaming or deletion. For a while no other creator can take it, because links to it
 * still exist. A trigger on `creators` enforces this.
 */
export const quarantinedHandles = pgTable(
  "resting_handles",
  {
    /** The handle in lower case. */
    handle: text().primaryKey(),
    until: timestamptz("until").notNull(),
    /**
     * The creator who renamed the page, or null after deletion. Visitors are redirected there, and only this
     * creator may take the handle back.
     */
    creatorId: linkTo("creator_id", (): AnyPgColumn => creators.id),
  },
  (table) => [index("resting_handles_creator").on(table.creatorId)],
);

/** The announcement above a creator's page. */
export const announcements = pgTable("announcements", {
  creatorId: partOf("creator_id", (): AnyPgColumn => creators.id).primaryKey(),
  text: text().notNull(),
  url: text(),
  /** Null for an announcement without an end. */
  endsAt: timestamptz("ends_at"),
});

/** A creator: one row for each user who has a page. */
export const creators = pgTable(
  "creators",
  {
    id: identity(),
    userId: partOfUuid("user_id", () => users.id),
    /** The handle in lower case. */
    handle: text().notNull(),
    displayName: text("display_name").notNull(),
    bio: text(),
    avatarUrl: text("avatar_url"),
    plan: text().$type<Plan>().notNull().default("free"),
    /** True if the plan came with a subscription and ends with it. */
    planPaid: boolean("plan_paid").notNull().default(false),
    subscriptionActive: boolean("subscription_active").notNull().default(false),
    /** The connected account at the payment provider, set only by the server. */
    stripeAccountId: text("stripe_account_id"),
    paymentProvider: text("payment_provider").$type<PaymentProvider>().notNull().default("none"),
    /** The creator's own entry. Payments do not use it. */
    paymentAccountId: text("payment_account_id"),
    tipsEnabled: boolean("tips_enabled").notNull().default(false),
    /** Whether buyers may also pay by slow methods. */
    delayedPaymentsEnabled: boolean("delayed_payments_enabled").notNull().default(false),
    /** Daily refunds above this amount, in minor units, need recent authentication. Null for the default. */
    refundLimitCents: bigintColumn("refund_limit_cents"),
    /** IANA name of the zone in which the creator enters and reads times. */
    timeZone: text("time_zone").notNull().default("UTC"),
    /** BCP 47 tag of the creator's texts. */
    language: languageColumn().notNull().default("en"),
    /** The creator's choices. Those of the Creator plan stay stored on the Free plan. */
    appearance: jsonb().$type<Partial<Appearance>>().notNull().default({}),
    /** Whether an administrator has stopped the emails to this creator's audience. */
    sendingStopped: boolean("sending_stopped").notNull().default(false),
    /** True if readers of the creator's emails answer to the email of the account. */
    repliesToAccount: boolean("replies_to_account").notNull().default(false),
    /** The suspension by administrators, or null. The page's content stays stored until it is lifted. */
    suspension: text().$type<Suspension>(),
    suspendedFor: text("suspended_for").$type<DecisionGround>(),
    socials: jsonb().$type<Social[]>().notNull().default([]),
    /** The time since which the page is offline, or null. Offline pages sell and send nothing. */
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
