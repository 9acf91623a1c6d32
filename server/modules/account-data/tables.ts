import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { AccountExport } from "../../../contract/api/account-exports.ts";
import type { AccountImport, ImportKind, ImportResult } from "../../../contract/api/account-imports.ts";
import {
  bigintColumn,
  bytea,
  createdAt,
  linkToUuid,
  partOfUuid,
  timestamptz,
} from "../../platform/database/columns.ts";
import { users } from "../accounts/tables.ts";

/** Archives of accounts. The row's id is the storage key. The row remains until the bytes are deleted. */
export const accountExports = pgTable(
  "account_exports",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Null once the account is deleted: the archive is then deleted, too. */
    userId: linkToUuid("user_id", () => users.id),
    state: text().$type<AccountExport["state"]>().notNull().default("waiting"),
    createdAt: createdAt(),
    size: bigintColumn("size"),
    sha256: bytea(),
    expiresAt: timestamptz("expires_at"),
  },
  (table) => [
    index("account_exports_user_id").on(table.userId, table.createdAt),
    uniqueIndex("account_exports_unfinished").on(table.userId).where(sql`${table.state} = 'waiting'`),
    check("account_exports_state_known", sql`${table.state} in ('waiting', 'ready', 'failed')`),
  ],
);

/** Imported archives. The row's id is the storage key of the bytes until the import has ended. */
export const accountImports = pgTable(
  "account_imports",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Null once the account is deleted: the bytes are then deleted, too. */
    userId: linkToUuid("user_id", () => users.id),
    /** `receiving` while the bytes are being stored. */
    state: text().$type<AccountImport["state"] | "receiving">().notNull(),
    createdAt: createdAt(),
    /** Whether the page takes the archive's handle. */
    takesHandle: boolean("takes_handle").notNull(),
    /** The number of committed steps. `total` counts all steps: files, then the page with its lists, then members of the audience. */
    done: integer().notNull().default(0),
    total: integer().notNull(),
    /** The items added so far, or null until the page with its lists is committed. */
    result: jsonb().$type<ImportResult>(),
    /** Set once the bytes are deleted. */
    emptiedAt: timestamptz("emptied_at"),
  },
  (table) => [
    index("account_imports_user_id").on(table.userId, table.createdAt),
    uniqueIndex("account_imports_unfinished").on(table.userId).where(sql`${table.state} = 'waiting'`),
    check("account_imports_state_known", sql`${table.state} in ('receiving', 'waiting', 'done', 'failed')`),
  ],
);

/** A user's items from another installation, so that neither an interrupted nor a repeated import adds anything twice. */
export const importedItems = pgTable(
  "imported_items",
  {
    userId: partOfUuid("user_id", () => users.id),
    /** The account of origin: the installation, and the creator's id there. */
    source: text().notNull(),
    kind: text().$type<ImportKind>().notNull(),
    sourceId: text("source_id").notNull(),
    /** The id of the file, product or tile here. */
    targetId: text("target_id").notNull(),
    importId: uuid("import_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.source, table.kind, table.sourceId] })],
);
