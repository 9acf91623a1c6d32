import { boolean, index, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Scope } from "../../../contract/rules/scopes.ts";
import { bytea, createdAt, partOf, partOfUuid, timestamptz } from "../../platform/database/columns.ts";
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

/** A request with an `Idempotency-Key`, stored for 24 hours. */
export const idempotentResponses = pgTable(
  "idempotent_responses",
  {
    apiKeyId: partOfUuid("api_key_id", () => apiKeys.id),
    /** The text of the header. */
    name: text().notNull(),
    requestHash: bytea("request_hash").notNull(),
    /** The attempt that may commit. A later attempt replaces it. */
    attempt: uuid().notNull(),
    startedAt: timestamptz("started_at").notNull().defaultNow(),
    /** When the attempt committed its first transaction. From then on the request is never run again. */
    committedAt: timestamptz("committed_at"),
    /** When the attempt ended, with a response or an error. Null while it runs, or after a crash. */
    endedAt: timestamptz("ended_at"),
    /** The status of the successful response, or null until there is one. */
    status: smallint(),
    /** The JSON of the response. Null without any, if it was too long, or if a person in it was erased. */
    body: text(),
    hasBody: boolean("has_body").notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.apiKeyId, table.name] }),
    index("idempotent_responses_started_at").on(table.startedAt),
  ],
);
