import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { ImportRow, PageSource } from "../../../contract/api/page-imports.ts";
import { createdAt, partOf, timestamptz } from "../../platform/database/columns.ts";
import { creators } from "../creators/tables.ts";

/** A tile as an import added it, to find out at an undo whether it is unchanged. */
export type AddedTile = Pick<ImportRow, "title" | "url" | "description"> & { id: number };

/**
 * The rows of another page: before they are applied all of them, afterwards those without room. A creator has
 * one that is not applied. Deleted after 30 days.
 */
export const pageImports = pgTable(
  "page_imports",
  {
    id: uuid().primaryKey().defaultRandom(),
    creatorId: partOf("creator_id", () => creators.id),
    source: text().$type<PageSource>().notNull(),
    createdAt: createdAt(),
    added: jsonb().$type<AddedTile[]>().notNull(),
    rest: jsonb().$type<ImportRow[]>().notNull(),
    appliedAt: timestamptz("applied_at"),
    undoneAt: timestamptz("undone_at"),
  },
  (table) => [index("page_imports_creator_id").on(table.creatorId, table.createdAt)],
);
