import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { ImportRow, PageSource } from "../../../contract/api/page-imports.ts";
import { createdAt, partOf, timestamptz } from "../../platform/database/columns.ts";
import { creators } from "../creators/tables.ts";

/** A tile as an import added it, to find out at an undo whether it is unchanged. */
export type AddedTile = Pick<ImportRow, "title" | "url" | "description"> & { id: number };

/** Rows that were added from another page, and the rest that it had no room for. Deleted after 30 days. */
export const pageImports = pgTable(
  "page_imports",
  {
    /** The client's id, so that a repeated request adds nothing. */
    id: uuid().primaryKey(),
    creatorId: partOf("creator_id", () => creators.id),
    source: text().$type<PageSource>().notNull(),
    createdAt: createdAt(),
    added: jsonb().$type<AddedTile[]>().notNull(),
    rest: jsonb().$type<ImportRow[]>().notNull(),
    undoneAt: timestamptz("undone_at"),
  },
  (table) => [index("page_imports_creator_id").on(table.creatorId, table.createdAt)],
);
