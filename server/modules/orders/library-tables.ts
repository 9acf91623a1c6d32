import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytea, createdAt, timestamptz } from "../../platform/database/columns.ts";

/** An emailed link to the purchases of an email. The token is derived from the id, and only its SHA-256 is stored. */
export const buyerLinks = pgTable(
  "buyer_links",
  {
    id: uuid().primaryKey(),
    /** Lower case. */
    email: text().notNull(),
    tokenHash: bytea("token_hash").notNull(),
    /** The hash of the cookie of the browser that asked for it. */
    browserHash: bytea("browser_hash").notNull(),
    createdAt: createdAt(),
    expiresAt: timestamptz("expires_at").notNull(),
    usedAt: timestamptz("used_at"),
  },
  (table) => [
    uniqueIndex("buyer_links_token_hash_unique").on(table.tokenHash),
    index("buyer_links_email").on(table.email),
    index("buyer_links_expires_at").on(table.expiresAt),
  ],
);

/** A browser that may see the purchases of an email; only the SHA-256 of its token is stored. */
export const buyerSessions = pgTable(
  "buyer_sessions",
  {
    tokenHash: bytea("token_hash").primaryKey(),
    /** Lower case. */
    email: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("buyer_sessions_email").on(table.email),
    index("buyer_sessions_created_at").on(table.createdAt),
  ],
);
