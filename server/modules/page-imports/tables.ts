import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { ImportRow, PageSource } from "../../../contract/api/page-imports.ts";
import type { ReaderSource } from "../../../contract/api/reader-imports.ts";
import type { SaleSource } from "../../../contract/api/sale-imports.ts";
import { createdAt, partOf, timestamptz } from "../../platform/database/columns.ts";
import { creators } from "../creators/tables.ts";

/** A tile, or a product with a price, as an import added it, to find out at an undo whether it is unchanged. */
export type AddedTile = Pick<ImportRow, "title" | "url" | "description" | "price"> & { id: number };

/** A reader of a file. `confirmedAt` is the time of the confirmation that the file proves. */
export type ReaderRow = { email: string; subscribedAt: string | null; confirmedAt: string | null };
/** A reader as an import added it. */
export type AddedReader = { id: number; confirmedAt: string | null };

/** A sale of a file. `key` is its id at the service, and `soldOn` the day in UTC. */
export type SaleRow = { key: string; email: string; name: string; soldOn: string | null };

/** The kinds of imports: their sources, the rows that wait, and the rows that were added. */
export type Kinds = {
  page: { source: PageSource; row: ImportRow; added: AddedTile };
  readers: { source: ReaderSource; row: ReaderRow; added: AddedReader };
  /** The ids of the orders are stored. */
  sales: { source: SaleSource; row: SaleRow; added: number };
};

/**
 * Imports from elsewhere. `rest` has the rows that wait: before an import is applied all of them, afterwards
 * the tiles without room. A creator has one import of each kind that is not applied. Deleted after 30 days.
 */
export const pageImports = pgTable(
  "page_imports",
  {
    id: uuid().primaryKey().defaultRandom(),
    creatorId: partOf("creator_id", () => creators.id),
    kind: text().$type<keyof Kinds>().notNull().default("page"),
    source: text().$type<Kinds[keyof Kinds]["source"]>().notNull(),
    createdAt: createdAt(),
    added: jsonb().$type<Kinds[keyof Kinds]["added"][]>().notNull(),
    rest: jsonb().$type<Kinds[keyof Kinds]["row"][]>().notNull(),
    appliedAt: timestamptz("applied_at"),
    undoneAt: timestamptz("undone_at"),
  },
  (table) => [index("page_imports_creator_id").on(table.creatorId, table.createdAt)],
);
