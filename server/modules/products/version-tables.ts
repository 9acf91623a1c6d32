import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bigintColumn, createdAt, partOf, timestamptz } from "../../platform/database/columns.ts";
import { products } from "./tables.ts";

/** Each saved change of the bytes of a product's files. Written only while the product is locked. */
export const productVersions = pgTable(
  "product_versions",
  {
    productId: partOf("product_id", () => products.id),
    /** From 2 on, because the product as it was first offered is version 1. */
    number: integer().notNull(),
    /** The creator's text for buyers. */
    note: text(),
    /** The product's files with other bytes than before. */
    fileIds: bigintColumn("file_ids").array().notNull(),
    createdAt: createdAt(),
    /** When its creator last told buyers of it. */
    announcedAt: timestamptz("announced_at"),
  },
  (table) => [primaryKey({ columns: [table.productId, table.number] })],
);
