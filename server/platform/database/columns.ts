import { customType } from "drizzle-orm/pg-core";

/** A column of bytes, such as hashes and salts. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
