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

/** A marketing mail as it was when somebody sent it. */
export const campaigns = pgTable(
  "campaigns",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** Who sent it; no foreign key, because it stays when that person is gone. */
    createdBy: uuid("created_by").notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    template: text().$type<MarketingTemplate>().notNull(),
    ctaLabel: text("cta_label"),
    ctaUrl: text("cta_url"),
    audience: text().$type<Audience>(),
    /** How many of an audience are still to be written down as recipients. */
    pendingRecipients: integer("awaited").notNull().default(0),
    /** What became of its mails, once none waits any more. */
    outcome: jsonb().$type<Outcome>(),
    /** Of sender, content and recipients: tells a double submit. */
    fingerprint: bytea().notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index("campaigns_fingerprint").on(table.fingerprint, table.createdAt),
    check("campaigns_cta_whole", sql`(${table.ctaLabel} is null) = (${table.ctaUrl} is null)`),
  ],
);

/** One mail of a campaign, and what became of it. */
export const campaignRecipients = pgTable(
  "campaign_recipients",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    campaignId: bigint("campaign_id", { mode: "number" })
      .notNull()
      .references(() => campaigns.id, { onDelete: "cascade" }),
    /** Null once the person was deleted. */
    address: text(),
    addressHash: bytea("address_hash").notNull(),
    state: text().$type<RecipientState>().notNull().default("queued"),
    /** Why it was not sent. */
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

/** Addresses that want no marketing mail. Only the SHA-256 is kept: it outlives the person and a change of secret, and is no list of addresses. */
export const suppressedAddresses = pgTable("suppressed_addresses", {
  addressHash: bytea("address_hash").primaryKey(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});
