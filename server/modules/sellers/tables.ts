import { boolean, pgTable, text } from "drizzle-orm/pg-core";
import { partOf, timestamptz } from "../../platform/database/columns.ts";
import { creators } from "../creators/tables.ts";

/**
 * The seller behind a creator's page. Paid orders keep their own copy, because this row is deleted with the
 * creator.
 */
export const sellers = pgTable("sellers", {
  creatorId: partOf("creator_id", () => creators.id).primaryKey(),
  legalName: text("legal_name").notNull(),
  address: text().notNull(),
  /** ISO 3166-1 alpha-2. */
  country: text().notNull(),
  email: text().notNull(),
  phone: text(),
  vatId: text("vat_id"),
  register: text(),
  isTrader: boolean("is_trader").notNull(),
  taxNote: text("tax_note"),
  termsUrl: text("terms_url"),
  deliveryTime: text("delivery_time"),
  paysReturn: boolean("pays_return").notNull().default(false),
  withdrawalNote: text("withdrawal_note"),
  updatedAt: timestamptz("updated_at").notNull().defaultNow(),
});
