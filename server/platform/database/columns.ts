import { type AnyPgColumn, bigint, customType, timestamp, uuid } from "drizzle-orm/pg-core";

/** A column of bytes, such as hashes and salts. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** A column of whole numbers that 32 bits may not hold. */
export const bigintColumn = (name: string) => bigint(name, { mode: "number" });
/** The column of the ids that the database gives to rows. */
export const identity = () => bigintColumn("id").primaryKey().generatedAlwaysAsIdentity();

/** A column of a moment, whatever the time zone of its reader. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true });
/** The column of when a row was inserted. */
export const createdAt = () => timestamptz("created_at").notNull().defaultNow();

/** A column of what a row belongs to, with which it is deleted. */
export const partOf = (name: string, target: () => AnyPgColumn) =>
  bigintColumn(name).notNull().references(target, { onDelete: "cascade" });
export const partOfUuid = (name: string, target: () => AnyPgColumn) =>
  uuid(name).notNull().references(target, { onDelete: "cascade" });

/** A column of what a row is about, which becomes null when that is deleted. */
export const linkTo = (name: string, target: () => AnyPgColumn) =>
  bigintColumn(name).references(target, { onDelete: "set null" });
export const linkToUuid = (name: string, target: () => AnyPgColumn) =>
  uuid(name).references(target, { onDelete: "set null" });
