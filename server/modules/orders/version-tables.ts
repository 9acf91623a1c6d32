import { integer, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { bytea, createdAt, partOf } from "../../platform/database/columns.ts";
import { products } from "../products/tables.ts";

/** The emails about a version of a product, at most one for each person. */
export const versionNotices = pgTable(
  "version_notices",
  {
    productId: partOf("product_id", () => products.id),
    number: integer().notNull(),
    emailHash: bytea("email_hash").notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.number, table.emailHash] })],
);

/** The people who want no more news of a product. They still receive emails about their orders. */
export const productNewsEnds = pgTable(
  "product_news_ends",
  {
    productId: partOf("product_id", () => products.id),
    emailHash: bytea("email_hash").notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.productId, table.emailHash] })],
);
