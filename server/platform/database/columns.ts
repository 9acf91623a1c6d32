import { type AnyPgColumn, bigint, customType, uuid } from "drizzle-orm/pg-core";

/** A column of bytes, such as hashes and salts. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** A column of what a row belongs to, with which it is deleted. */
export const partOf = (name: string, target: () => AnyPgColumn) =>
  bigint(name, { mode: "number" }).notNull().references(target, { onDelete: "cascade" });
export const partOfUuid = (name: string, target: () => AnyPgColumn) =>
  uuid(name).notNull().references(target, { onDelete: "cascade" });

/** A column of what a row is about, which becomes null when that is deleted. */
export const linkTo = (name: string, target: () => AnyPgColumn) =>
  bigint(name, { mode: "number" }).references(target, { onDelete: "set null" });
export const linkToUuid = (name: string, target: () => AnyPgColumn) =>
  uuid(name).references(target, { onDelete: "set null" });
