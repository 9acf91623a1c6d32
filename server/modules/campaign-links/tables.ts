import { index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { createdAt, identity, linkTo, partOf, timestamptz } from "../../platform/database/columns.ts";
import { creators } from "../creators/tables.ts";
import { products } from "../products/tables.ts";

/**
 * Named links to a creator's page. Events and orders refer to them without a foreign key, because ids are
 * never reused.
 */
export const campaignLinks = pgTable(
  "campaign_links",
  {
    id: identity(),
    creatorId: partOf("creator_id", () => creators.id),
    /** The last part of the URL, in lower case. */
    name: text().notNull(),
    title: text().notNull(),
    source: text().notNull(),
    /** Null if the link leads to the page. */
    productId: linkTo("product_id", () => products.id),
    endsAt: timestamptz("ends_at"),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("campaign_links_name_unique").on(table.creatorId, table.name),
    index("campaign_links_product_id").on(table.productId),
  ],
);
