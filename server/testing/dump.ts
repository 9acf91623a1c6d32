import type { TestApp } from "./harness.ts";

/** Returns every row of some schemas' tables as text, with bytes in hexadecimal. */
export async function dump(site: TestApp, schemas = ["public"], tables = "%"): Promise<string> {
  const named = await site.query(
    "select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_schema = any($1) and table_name like $2 and table_type = 'BASE TABLE'",
    [schemas, tables],
  );
  if (named.length === 0) throw new Error(`no tables: ${tables}`);
  const rows = await Promise.all(named.map(({ name }) => site.query(`select t::text as row from ${name} t`)));
  return rows
    .flat()
    .map(({ row }) => row)
    .join("\n");
}

/** Returns the spellings in which a secret would be readable: unchanged, and as encoded bytes. */
export const spellingsOf = (secret: string) => [
  secret,
  Buffer.from(secret).toString("hex"),
  Buffer.from(secret).toString("base64"),
  Buffer.from(secret, "base64url").toString("hex"),
];
