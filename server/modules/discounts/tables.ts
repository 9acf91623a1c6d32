import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { CURRENCIES_IN_SQL } from "../../../contract/rules/currencies.ts";
import { bigintColumn, createdAt, identity, partOf, timestamptz } from "../../platform/database/columns.ts";
import { creators } from "../creators/tables.ts";

/** Single-use codes that were created together. All codes of a series have the same terms, which are stored with the codes. */
export const discountSeries = pgTable(
  "discount_series",
  {
    id: identity(),
    creatorId: partOf("creator_id", () => creators.id),
    name: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index("discount_series_creator_id").on(table.creatorId)],
);

export const discounts = pgTable(
  "discounts",
  {
    id: identity(),
    creatorId: partOf("creator_id", () => creators.id),
    /** The series of the code, or null for a single code. The code is deleted with its series. */
    seriesId: bigintColumn("series_id").references(() => discountSeries.id, { onDelete: "cascade" }),
    code: text().notNull(),
    percentOff: integer("percent_off"),
    amountOffCents: integer("amount_off_cents"),
    /** The currency of the amount, or null for a percentage. */
    currency: text(),
    /** Null for all products. May contain deleted products, because ids are never reused. */
    productIds: bigintColumn("product_ids").array(),
    startsAt: timestamptz("starts_at"),
    endsAt: timestamptz("ends_at"),
    maxUses: integer("max_uses"),
    /** Paid and reserved uses. A late payment may exceed the maximum. */
    taken: integer().notNull().default(0),
    oncePerBuyer: boolean("once_per_buyer").notNull().default(false),
    active: boolean().notNull().default(true),
    createdAt: createdAt(),
    /**
     * Set on a deleted code, which can be restored for some time. It is also inactive, so that queries for
     * active codes skip it.
     */
    deletedAt: timestamptz("deleted_at"),
    activeBeforeDeletion: boolean("active_before_deletion"),
  },
  (table) => [
    uniqueIndex("discounts_code_unique")
      .on(table.creatorId, sql`lower(${table.code})`)
      .where(sql`${table.deletedAt} is null`),
    index("discounts_creator_id").on(table.creatorId),
    index("discounts_series_id").on(table.seriesId),
    index("discounts_deleted")
      .on(table.creatorId, table.deletedAt)
      .where(sql`${table.deletedAt} is not null`),
    check(
      "discounts_one_reduction",
      sql`num_nonnulls(${table.percentOff}, ${table.amountOffCents}) = 1 and (${table.currency} is null) = (${table.amountOffCents} is null)`,
    ),
    check("discounts_percent_within_bounds", sql`${table.percentOff} between 1 and 100`),
    check("discounts_amount_positive", sql`${table.amountOffCents} > 0`),
    check("discounts_currency_supported", sql`${table.currency} in (${sql.raw(CURRENCIES_IN_SQL)})`),
    check("discounts_taken_not_negative", sql`${table.taken} >= 0`),
  ],
);
