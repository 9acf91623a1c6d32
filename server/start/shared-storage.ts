import { sql } from "drizzle-orm";
import type { Queries } from "../platform/database/index.ts";

const PREFIX = "tessera listener, files in ";

/** The name of a process's listening connection. PostgreSQL lists it for other processes while the process runs. */
export const listenerName = (storageId: string) => `${PREFIX}${storageId}`;

/** Throws when another process on this database stores its files in a different place: each would lack the other's files. */
export async function assertSharedStorage(db: Queries, storageId: string): Promise<void> {
  const { rows } = await db.execute(
    sql`select 1 from pg_stat_activity where datname = current_database()
        and starts_with(application_name, ${PREFIX}) and application_name <> ${listenerName(storageId)} limit 1`,
  );
  if (rows.length === 0) return;
  throw new Error(
    "Another Tessera process uses this database and stores its files elsewhere, so each of the two would lack files of the other. " +
      "Set the same STORAGE_URL for all processes, such as s3://bucket?region=eu-central-1, or a DATA_DIR on one shared folder.",
  );
}
