import { sql } from "drizzle-orm";
import { date, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { PageChangeKind } from "../../../contract/api/funnel.ts";
import { bigintColumn, partOf } from "../../platform/database/columns.ts";
import { creators } from "../creators/tables.ts";

/** What a creator has changed on the page, one row a UTC day, kind and subject: they are marked on the curve of visits and sales. */
export const pageChanges = pgTable(
  "page_changes",
  {
    creatorId: partOf("creator_id", () => creators.id),
    day: date().notNull().default(sql`((now() at time zone 'UTC')::date)`),
    kind: text().$type<PageChangeKind>().notNull(),
    /** The tile or product; 0 without one. */
    subjectId: bigintColumn("subject_id").notNull().default(0),
    /** Its title or name at that time. */
    title: text(),
    currency: text(),
    fromCents: integer("from_cents"),
    toCents: integer("to_cents"),
  },
  (table) => [primaryKey({ columns: [table.creatorId, table.day, table.kind, table.subjectId] })],
);
