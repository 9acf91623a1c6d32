import { sql } from "drizzle-orm";
import { date, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { PageChangeKind } from "../../../contract/api/funnel.ts";
import { bigintColumn, partOf } from "../../platform/database/columns.ts";
import { creators } from "../creators/tables.ts";

/**
 * Changes of a creator's page, one row per UTC day, kind and subject. The chart of visits and sales marks
 * them.
 */
export const pageChanges = pgTable(
  "page_changes",
  {
    creatorId: partOf("creator_id", () => creators.id),
    day: date().notNull().default(sql`((now() at time zone 'UTC')::date)`),
    kind: text().$type<PageChangeKind>().notNull(),
    /** The changed tile or product, or 0. */
    subjectId: bigintColumn("subject_id").notNull().default(0),
    /** The subject's title or name at that time. */
    title: text(),
    currency: text(),
    fromCents: integer("from_cents"),
    toCents: integer("to_cents"),
  },
  (table) => [primaryKey({ columns: [table.creatorId, table.day, table.kind, table.subjectId] })],
);
