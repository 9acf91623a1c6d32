import { sql } from "drizzle-orm";
import { bigint, check, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { BlockKind } from "../../../contract/rules/blocks.ts";

/** What administrators have blocked, in the form in which it is compared. */
export const blocks = pgTable(
  "blocks",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<BlockKind>().notNull(),
    /** A domain with its subdomains, a URL without its scheme, or a handle in which `*` is any text. */
    value: text().notNull(),
    /** Why; only administrators see it. */
    note: text(),
    /** Without a foreign key: the block remains when the administrator is deleted. */
    createdBy: uuid("created_by").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("blocks_once").on(table.kind, table.value),
    check("blocks_kind_known", sql`${table.kind} in ('email_domain', 'handle', 'link')`),
  ],
);
