import { sql } from "drizzle-orm";
import { boolean, index, pgTable, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { DomainFailure } from "../../../contract/api/domains.ts";
import { createdAt, partOf, timestamptz } from "../../platform/database/columns.ts";
import { creators } from "../creators/tables.ts";

/** A name that a creator wants to use, or uses, for the page. */
export const domains = pgTable(
  "domains",
  {
    id: uuid().primaryKey().defaultRandom(),
    creatorId: partOf("creator_id", () => creators.id),
    /** In lower case and ASCII, without a final dot. */
    name: text().notNull(),
    /** The text of the TXT record that proves the name. */
    token: text().notNull(),
    isMain: boolean("is_main").notNull().default(false),
    redirects: boolean().notNull().default(false),
    createdAt: createdAt(),
    /** Null for a name that is not proven, or no longer. */
    provenAt: timestamptz("proven_at"),
    pausedAt: timestamptz("paused_at"),
    checkedAt: timestamptz("checked_at"),
    /** Null if only the creator starts the next check. */
    nextCheckAt: timestamptz("next_check_at"),
    failure: text().$type<DomainFailure>(),
    found: text().array().notNull().default([]),
    routingFailure: text("routing_failure").$type<DomainFailure>(),
    routingFound: text("routing_found").array().notNull().default([]),
    /** Since when the proof of a proven name is gone. */
    failingSince: timestamptz("failing_since"),
    /** Emails that were sent since then. */
    warnings: smallint().notNull().default(0),
  },
  (table) => [
    uniqueIndex("domains_once").on(table.creatorId, table.name),
    uniqueIndex("domains_proven_once").on(table.name).where(sql`${table.provenAt} is not null`),
    uniqueIndex("domains_main_once").on(table.creatorId).where(sql`${table.isMain}`),
    index("domains_next_check_at").on(table.nextCheckAt),
  ],
);
