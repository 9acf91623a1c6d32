import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Audience, RecipientState } from "../../../contract/marketing.ts";
import type { MarketingTemplate } from "../../../contract/marketing-templates.ts";
import { bytea } from "../../platform/database/columns.ts";

export type Outcome = Record<Exclude<RecipientState, "queued">, number>;

/** A marketing email with the content at the time of sending. */
export const campaigns = pgTable(
  "campaigns",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** The sender's user id. It is not a foreign key, because the campaign stays when the user is deleted. */
    createdBy: uuid("created_by").notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    template: text().$type<MarketingTemplate>().notNull(),
    ctaLabel: text("cta_label"),
    ctaUrl: text("cta_url"),
    audience: text().$type<Audience>(),
    /** How many users of an audience are not inserted as recipients yet. */
    pendingRecipients: integer("awaited").notNull().default(0),
    /** The final counts of the emails; null while any is queued. */
    outcome: jsonb().$type<Outcome>(),
    /** The hash of sender, content and recipients, which identifies a double submit. */
    fingerprint: bytea().notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index("campaigns_fingerprint").on(table.fingerprint, table.createdAt),
    check("campaigns_cta_whole", sql`(${table.ctaLabel} is null) = (${table.ctaUrl} is null)`),
  ],
);

/** A recipient of a campaign with the state of the email. */
export const campaignRecipients = pgTable(
  "campaign_recipients",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    campaignId: bigint("campaign_id", { mode: "number" })
      .notNull()
      .references(() => campaigns.id, { onDelete: "cascade" }),
    /** Null once the user is deleted. */
    address: text(),
    addressHash: bytea("address_hash").notNull(),
    state: text().$type<RecipientState>().notNull().default("queued"),
    /** Why the email was not sent. */
    reason: text(),
    settledAt: timestamp("settled_at", { withTimezone: true }),
  },
  (table) => [
    uniqueIndex("campaign_recipients_once").on(table.campaignId, table.addressHash),
    index("campaign_recipients_state").on(table.campaignId, table.state, table.id),
    index("campaign_recipients_address_hash").on(table.addressHash),
    check("campaign_recipients_state_known", sql`${table.state} in ('queued', 'sent', 'failed', 'skipped')`),
  ],
);

/** The suppression list. Only the SHA-256 of each email is stored: it stays valid after the user is deleted or the secret changes, and reveals no emails. */
export const suppressedAddresses = pgTable("suppressed_addresses", {
  addressHash: bytea("address_hash").primaryKey(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});
