import { sql } from "drizzle-orm";
import type { Queries } from "../platform/database/index.ts";
import { createTokenDeriver } from "../platform/tokens.ts";

const PREFIX = "tessera jobs, secret ";
/** The length of a secret's fingerprint: enough to tell two secrets apart, but not to find one. */
const LENGTH = 10;

/** The name of a process's connections for jobs. PostgreSQL lists it for other processes while the process runs. */
export const jobsName = (secret: string) =>
  `${PREFIX}${createTokenDeriver(secret)("fingerprint of the secret").slice(0, LENGTH)}`;

/** Throws when another process on this database has another secret: each would reject the links that the other one emails. */
export async function assertSharedSecret(db: Queries, secret: string): Promise<void> {
  const { rows } = await db.execute(
    sql`select 1 from pg_stat_activity where datname = current_database()
        and starts_with(application_name, ${PREFIX}) and application_name <> ${jobsName(secret)} limit 1`,
  );
  if (rows.length === 0) return;
  throw new Error(
    "Another Tessera process uses this database with another APP_SECRET, so each of the two would reject the links that the other one emails. " +
      "Set the same APP_SECRET for all processes. To change it, stop all of them first.",
  );
}
