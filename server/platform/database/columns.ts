import { type AnyPgColumn, bigint, customType, timestamp, uuid } from "drizzle-orm/pg-core";
import { knownLanguage, type Language } from "../../../contract/rules/languages.ts";

/** A column of bytes, such as hashes and salts. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** A column of a BCP 47 tag. A newer release may have stored a language that this one does not know, which is read as English. */
export const languageColumn = customType<{ data: Language; driverData: string }>({
  dataType: () => "text",
  fromDriver: knownLanguage,
});

/** A column of whole numbers that may exceed 32 bits. */
export const bigintColumn = (name: string) => bigint(name, { mode: "number" });
/** The primary key, a number that the database generates. */
export const identity = () => bigintColumn("id").primaryKey().generatedAlwaysAsIdentity();

/** A column of an instant, independent of time zones. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true });
/** The column with the time of a row's insertion. */
export const createdAt = () => timestamptz("created_at").notNull().defaultNow();

/** A reference to a row's owner. Deleting the owner deletes the row. */
export const partOf = (name: string, target: () => AnyPgColumn) =>
  bigintColumn(name).notNull().references(target, { onDelete: "cascade" });
export const partOfUuid = (name: string, target: () => AnyPgColumn) =>
  uuid(name).notNull().references(target, { onDelete: "cascade" });

/** A reference that becomes null when its target is deleted. */
export const linkTo = (name: string, target: () => AnyPgColumn) =>
  bigintColumn(name).references(target, { onDelete: "set null" });
export const linkToUuid = (name: string, target: () => AnyPgColumn) =>
  uuid(name).references(target, { onDelete: "set null" });
