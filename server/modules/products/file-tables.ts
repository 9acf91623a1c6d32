import { index, pgTable, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import { identity, partOf } from "../../platform/database/columns.ts";
import { files } from "../files/tables.ts";
import { products } from "./tables.ts";

/** The files that the buyers of a product get. Changed only while the product is locked. */
export const productFiles = pgTable(
  "product_files",
  {
    id: identity(),
    productId: partOf("product_id", () => products.id),
    /** From 0 on. */
    position: smallint().notNull(),
    fileId: text("file_id")
      .notNull()
      .references(() => files.id, { onDelete: "cascade" }),
    /** The name that buyers see. */
    name: text().notNull(),
  },
  (table) => [
    uniqueIndex("product_files_product_id_position_unique").on(table.productId, table.position),
    index("product_files_file_id").on(table.fileId),
  ],
);
