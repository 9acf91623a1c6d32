import { sql } from "drizzle-orm";
import { check, index, pgTable, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { AudienceSource } from "../../../contract/api/audience.ts";
import {
  bytea,
  createdAt,
  identity,
  languageColumn,
  linkTo,
  partOf,
  timestamptz,
} from "../../platform/database/columns.ts";
import { creators } from "../creators/tables.ts";
import { tiles } from "../tiles/tables.ts";

/** The members of creators' audiences: one row for each creator and email, with the evidence of consent. */
export const audienceMembers = pgTable(
  "audience_members",
  {
    id: identity(),
    creatorId: partOf("creator_id", () => creators.id),
    /** The email in lower case. */
    email: text().notNull(),
    emailHash: bytea("email_hash").notNull(),
    source: text().$type<AudienceSource>().notNull(),
    /** The title of the tile, the name of the product at that time, or the name of the other service. */
    sourceTitle: text("source_title").notNull(),
    tileId: linkTo("tile_id", () => tiles.id),
    /** The wording of the consent. */
    consentText: text("consent_text").notNull(),
    /** The language of the signup or order. Null for members older than this column and imported ones, who are written to in the creator's. */
    language: languageColumn(),
    consentedAt: timestamptz("consented_at").notNull().defaultNow(),
    confirmedAt: timestamptz("confirmed_at"),
    /**
     * The seed from which the confirmation link's token is derived, together with the installation's secret.
     * Only the token's hash is stored.
     */
    seed: uuid().notNull().defaultRandom(),
    tokenHash: bytea("token_hash"),
    /** The number of confirmation emails. The time of the last one follows. */
    mailsSent: smallint("mails_sent").notNull().default(0),
    mailedAt: timestamptz("mailed_at"),
  },
  (table) => [
    uniqueIndex("audience_members_once").on(table.creatorId, table.emailHash),
    index("audience_members_list").on(table.creatorId, table.consentedAt, table.id),
    index("audience_members_email_hash").on(table.emailHash),
    index("audience_members_tile_id").on(table.tileId),
    uniqueIndex("audience_members_token_hash").on(table.tokenHash),
    index("audience_members_unconfirmed").on(table.consentedAt).where(sql`${table.confirmedAt} is null`),
    check("audience_members_source_known", sql`${table.source} in ('signup', 'order', 'import')`),
  ],
);

/** Unsent emails to an audience: drafts and scheduled ones. When sent, a letter becomes a campaign. */
export const letters = pgTable(
  "letters",
  {
    id: identity(),
    creatorId: partOf("creator_id", () => creators.id),
    subject: text().notNull().default(""),
    body: text().notNull().default(""),
    ctaLabel: text("cta_label").notNull().default(""),
    ctaUrl: text("cta_url").notNull().default(""),
    /** The id of an uploaded image of the creator. */
    imageId: text("image_id"),
    imageAlt: text("image_alt").notNull().default(""),
    /** The scheduled time, or null for a draft. */
    sendAt: timestamptz("send_at"),
    /** The user who scheduled the email, without a foreign key, as in a campaign. */
    scheduledBy: uuid("scheduled_by"),
    /** The reason why the email was not sent at its time. */
    problem: text(),
    createdAt: createdAt(),
    updatedAt: timestamptz("updated_at").notNull().defaultNow(),
  },
  (table) => [
    index("letters_list").on(table.creatorId, table.updatedAt, table.id),
    index("letters_due").on(table.sendAt).where(sql`${table.sendAt} is not null`),
    check("letters_scheduled_by_someone", sql`(${table.sendAt} is null) = (${table.scheduledBy} is null)`),
  ],
);
