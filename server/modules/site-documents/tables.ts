import { pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { AcceptedDocument } from "../../../contract/rules/site.ts";
import { identity, partOfUuid, timestamptz } from "../../platform/database/columns.ts";
import { users } from "../accounts/tables.ts";

/** Every version of the terms and the privacy notice that a node has shown. All nodes know the versions of the others. */
export const documentVersions = pgTable(
  "document_versions",
  {
    document: text().$type<AcceptedDocument>().notNull(),
    /** The SHA-256 of the content in hexadecimal digits. */
    version: text().notNull(),
    /** The text in Markdown, or the URL of a document on another site. */
    content: text().notNull(),
    /** The language of the text as a BCP 47 tag, or null if it is unknown. */
    language: text(),
    shownSince: timestamptz("shown_since").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.document, table.version] })],
);

/** The versions that users have accepted. Rows are only added, and are deleted with the account. */
export const documentAcceptances = pgTable(
  "document_acceptances",
  {
    id: identity(),
    userId: partOfUuid("user_id", () => users.id),
    document: text().$type<AcceptedDocument>().notNull(),
    version: text().notNull(),
    /** The language of the version. */
    language: text(),
    acceptedAt: timestamptz("accepted_at").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("document_acceptances_once").on(table.userId, table.document, table.version)],
);
