import { sql } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytea, createdAt, partOf, timestamptz } from "../../platform/database/columns.ts";
import { orders } from "./tables.ts";

/**
 * An order that its buyer gives to somebody else, planned or sent. Its receiver owns the access from then on.
 * The token is derived from the id, and only its SHA-256 is stored. Changed only while the order is locked.
 */
export const gifts = pgTable(
  "gifts",
  {
    id: uuid().primaryKey(),
    orderId: partOf("order_id", () => orders.id),
    /** Null once the receiver is erased. */
    toEmail: text("to_email"),
    /** The name of the buyer and their line, as typed. Null once one of both is erased. */
    name: text(),
    line: text(),
    sendAt: timestamptz("send_at").notNull(),
    sentAt: timestamptz("sent_at"),
    tokenHash: bytea("token_hash").notNull(),
    /** Of the link with which the payer takes the gift back, derived from the link of the order. Null for a gift of an earlier release. */
    stopHash: bytea("stop_hash"),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("gifts_order_id_unique").on(table.orderId),
    uniqueIndex("gifts_token_hash_unique").on(table.tokenHash),
    index("gifts_stop_hash").on(table.stopHash),
    index("gifts_to_email").on(sql`lower(${table.toEmail})`),
    index("gifts_to_send").on(table.sendAt).where(sql`${table.sentAt} is null`),
  ],
);

export type Gift = typeof gifts.$inferSelect;
