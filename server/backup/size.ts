import type pg from "pg";

type Queryable = Pick<pg.Client, "query">;

/** Estimates the bytes of a backup: the database with its indexes, and the uploads. */
export async function estimateSize(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    "select coalesce(sum(size), 0)::float8 as bytes from public.files",
  );
  return (rows[0]?.bytes ?? 0) + (await readDatabaseSize(client));
}

export async function readDatabaseSize(client: Queryable): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    "select pg_database_size(current_database())::float8 as bytes",
  );
  return rows[0]?.bytes ?? 0;
}
