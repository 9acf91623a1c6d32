import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytea, identity, linkTo, partOf, timestamptz } from "../../platform/database/columns.ts";
import { files } from "../files/tables.ts";
import { productFiles } from "../products/file-tables.ts";
import { orderLines } from "./line-tables.ts";
import { orders } from "./tables.ts";

/** Why an access ended for good: the buyer withdrew, or the file was deleted with its creator's account. */
export type AccessEnd = "withdrawn" | "released";

/** Something that a buyer may open: a file of a line. Changed only while the order is locked. */
export const access = pgTable(
  "access",
  {
    id: identity(),
    orderId: partOf("order_id", () => orders.id),
    lineId: partOf("line_id", () => orderLines.id),
    kind: text().$type<"file">().notNull().default("file"),
    /** The bytes that were bought. They cannot be deleted from the start of the checkout on. Null once they are released. */
    fileId: text("file_id").references(() => files.id, { onDelete: "restrict" }),
    /** The file whose newest bytes the buyer gets. Null if its creator has removed it: the buyer then gets those that were bought. */
    productFileId: linkTo("product_file_id", () => productFiles.id),
    /** Copied at the checkout. Null for orders older than this value. */
    name: text(),
    /** Null until the order is paid. */
    startsAt: timestamptz("starts_at"),
    endedAt: timestamptz("ended_at"),
    endedReason: text("ended_reason").$type<AccessEnd>(),
    /** It stays although the order is refunded. */
    keep: boolean().notNull().default(false),
    /** The download token is derived from this value. Null for orders older than this table: from the order's seed. */
    seed: uuid().defaultRandom(),
    /** The number of renewals; the download token is derived from it, too. */
    linkVersion: integer("link_version").notNull().default(0),
    /** Null until the order is paid, and once the file is released. */
    tokenHash: bytea("token_hash"),
    linkExpiresAt: timestamptz("link_expires_at"),
    /** How often the file was requested. */
    useCount: integer("use_count").notNull().default(0),
  },
  (table) => [
    uniqueIndex("access_token_hash_unique").on(table.tokenHash),
    index("access_order_id").on(table.orderId),
    index("access_line_id").on(table.lineId),
    index("access_file_id").on(table.fileId),
    index("access_product_file_id").on(table.productFileId).where(sql`${table.productFileId} is not null`),
    check("access_kind_known", sql`${table.kind} in ('file')`),
    check("access_end_has_reason", sql`(${table.endedAt} is null) = (${table.endedReason} is null)`),
    check("access_without_file_ended", sql`${table.fileId} is not null or ${table.endedAt} is not null`),
  ],
);

export type Access = typeof access.$inferSelect;
