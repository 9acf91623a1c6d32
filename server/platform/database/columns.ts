import { customType } from "drizzle-orm/pg-core";

/** Bytes: hashes, salts. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
