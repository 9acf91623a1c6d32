import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Scope } from "../../../contract/rules/scopes.ts";
import { bytea, createdAt, partOf, timestamptz } from "../../platform/database/columns.ts";
import { creators } from "../creators/tables.ts";

/** A key with which a program uses the API for a creator's page. Only the SHA-256 of its secret is stored. */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: uuid().primaryKey().defaultRandom(),
    creatorId: partOf("creator_id", () => creators.id),
    name: text().notNull(),
    /** The first characters of the secret, by which its owner recognises it. */
    prefix: text().notNull(),
    hash: bytea().notNull(),
    /** May contain scopes of a newer release. */
    scopes: text().array().$type<Scope[]>().notNull(),
    createdAt: createdAt(),
    expiresAt: timestamptz("expires_at"),
    lastUsedAt: timestamptz("last_used_at"),
    /** The country of the last use. */
    lastUsedFrom: text("last_used_from"),
    revokedAt: timestamptz("revoked_at"),
  },
  (table) => [
    uniqueIndex("api_keys_hash_unique").on(table.hash),
    index("api_keys_creator_id").on(table.creatorId),
  ],
);
