import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Audience, RecipientState } from "../../../contract/api/marketing.ts";
import type { MarketingTemplate } from "../../../contract/api/marketing-templates.ts";
import {
  bigintColumn,
  bytea,
  createdAt,
  identity,
  partOf,
  timestamptz,
} from "../../platform/database/columns.ts";
import { creators } from "../creators/tables.ts";

export type Outcome = Record<Exclude<RecipientState, "queued">, number>;

/**
 * A marketing email with its content at the time of sending. The sender is an administrator, or a creator
 * with an audience.
 */
export const campaigns = pgTable(
  "campaigns",
  {
    id: identity(),
    /** The sender's user id, without a foreign key, because the campaign stays when the user is deleted. */
    createdBy: uuid("created_by").notNull(),
    /** The creator who sent the email, or null if an administrator did. */
    creatorId: bigintColumn("creator_id").references(() => creators.id, { onDelete: "cascade" }),
    subject: text().notNull(),
    body: text().notNull(),
    /** Null for a creator's email, which has no template. */
    template: text().$type<MarketingTemplate>(),
    ctaLabel: text("cta_label"),
    ctaUrl: text("cta_url"),
    /** The id of the picture, an uploaded image. Its description follows. */
    imageId: text("image_id"),
    imageAlt: text("image_alt").notNull().default(""),
    /**
     * Part of the URL of a creator's email, known only to its readers until it is published. Null for
     * administrators' emails.
     */
    pageKey: text("page_key"),
    publishedAt: timestamptz("published_at"),
    /** The number of readers who unsubscribed after this email. */
    unsubscribed: integer().notNull().default(0),
    audience: text().$type<Audience>(),
    /** The number of recipients, which counts against a creator's daily limit. */
    recipientCount: integer("recipient_count").notNull().default(0),
    /** The number of an audience's users that are not inserted as recipients yet. */
    pendingRecipients: integer("awaited").notNull().default(0),
    /** The final counts, or null while any email is queued. */
    outcome: jsonb().$type<Outcome>(),
    /** The hash of sender, content and recipients, which identifies a double submit. */
    fingerprint: bytea().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("campaigns_fingerprint").on(table.fingerprint, table.createdAt),
    index("campaigns_creator_id").on(table.creatorId, table.id),
    uniqueIndex("campaigns_page_key").on(table.pageKey),
    check(
      "campaigns_template_of_administrators",
      sql`(${table.creatorId} is null) = (${table.template} is not null)`,
    ),
    check("campaigns_cta_whole", sql`(${table.ctaLabel} is null) = (${table.ctaUrl} is null)`),
  ],
);

/**
 * The links of a creator's email with their clicks. All recipients get the same links, so that no reader is
 * identified.
 */
export const campaignLinkCounts = pgTable(
  "campaign_link_counts",
  {
    campaignId: partOf("campaign_id", () => campaigns.id),
    /** The link's number in the email, from 1. Part of the URL that counts its clicks. */
    place: integer().notNull(),
    url: text().notNull(),
    clicks: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.place] })],
);

export const campaignRecipients = pgTable(
  "campaign_recipients",
  {
    id: identity(),
    campaignId: partOf("campaign_id", () => campaigns.id),
    /** Null once the user is deleted. */
    address: text(),
    addressHash: bytea("address_hash").notNull(),
    state: text().$type<RecipientState>().notNull().default("queued"),
    /** The reason why the email was not sent. */
    reason: text(),
    settledAt: timestamptz("settled_at"),
  },
  (table) => [
    uniqueIndex("campaign_recipients_once").on(table.campaignId, table.addressHash),
    index("campaign_recipients_state").on(table.campaignId, table.state, table.id),
    index("campaign_recipients_address_hash").on(table.addressHash),
    check("campaign_recipients_state_known", sql`${table.state} in ('queued', 'sent', 'failed', 'skipped')`),
  ],
);

/**
 * The administrators' suppression list. It contains only the SHA-256 of each email, which reveals no email,
 * and stays valid after the user is deleted or the secret changes.
 */
export const suppressedAddresses = pgTable("suppressed_addresses", {
  addressHash: bytea("address_hash").primaryKey(),
  createdAt: createdAt(),
});

/**
 * The hashes of emails that are unsubscribed from a creator's news. They outlive the entry in the audience,
 * because unsubscribing is permanent.
 */
export const creatorSuppressions = pgTable(
  "creator_suppressions",
  {
    creatorId: partOf("creator_id", () => creators.id),
    addressHash: bytea("address_hash").notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.creatorId, table.addressHash] })],
);
