import { sentence } from "../../contract/texts.ts";
import type { Config } from "../config/config.ts";
import { findConnectionShortage } from "../platform/database/connection-limit.ts";
import type { Database } from "../platform/database/index.ts";
import { assertSameDatabase, CONNECT_QUERY, hasTimeLimits } from "../platform/database/pooler.ts";
import type { Log } from "../platform/log/index.ts";

export async function warnOfConnections(db: Database, config: Config, log: Log): Promise<void> {
  const shortage = await findConnectionShortage(db, config);
  if (shortage)
    log.warn(
      `DATABASE_URL: ${sentence(shortage)}, so that requests fail under load: raise max_connections, or the limits of role and database`,
    );
}

/** Throws when the pooler leads elsewhere, and warns if its connections have no time limits. */
export async function checkPooler(
  db: Database,
  { directUrl, log }: { directUrl: string; log: Log },
): Promise<void> {
  try {
    await assertSameDatabase(db.$client, directUrl);
    if (await hasTimeLimits(db.$client)) return;
  } catch (error) {
    await db.$client.end();
    throw error;
  }
  log.warn(
    `DATABASE_URL: the pooler's connections have no time limits, so that a slow statement holds one for ever; PgBouncer needs connect_query='${CONNECT_QUERY}'`,
  );
}
