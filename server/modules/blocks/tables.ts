import { sql } from "drizzle-orm";
import { check, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { BlockKind } from "../../../contract/rules/blocks.ts";
import { createdAt, identity } from "../../platform/database/columns.ts";

/** Values that administrators have blocked, normalized for comparison. */
export const blocks = pgTable(
  "blocks",
  {
    id: identity(),
    kind: text().$type<BlockKind>().notNull(),
    /**
     * A domain including its subdomains, a URL without its scheme, or a handle in which `*` matches any text.
     */
    value: text().notNull(),
    /** The reason, for administrators only. */
    note: text(),
    /** Without a foreign key: the block remains when the administrator is deleted. */
    createdBy: uuid("created_by").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("blocks_once").on(table.kind, table.value),
    check("blocks_kind_known", sql`${table.kind} in ('email_domain', 'handle', 'link')`),
  ],
);
