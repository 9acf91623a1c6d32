import pg from "pg";

/** A startup parameter that poolers reject or ignore. If a connection has the parameter, it is direct. */
export const DIRECT = "-c tessera.direct=on";
export const READ_DIRECT = "current_setting('tessera.direct', true) as direct";

const REJECTED = /unsupported startup parameter/;
export const isRejectedByPooler = (error: unknown): boolean =>
  error instanceof Error && REJECTED.test(error.message);

/** Returns whether a URL leads to PostgreSQL itself and not to a pooler, which supports neither LISTEN nor session locks. */
export async function isDirect(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "tessera doctor",
    options: DIRECT,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  // The pending query reports a broken connection. Without this listener it would end the process.
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ direct: string | null }>(`select ${READ_DIRECT}`);
    return rows[0]?.direct === "on";
  } catch (error) {
    if (isRejectedByPooler(error)) return false;
    throw error;
  } finally {
    await client.end();
  }
}

/** Removes the names of prepared statements. The pooler may run the next statement on another connection, where the name is unknown or belongs to another client's statement. */
export function withoutNames(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (statement: unknown, ...rest: unknown[]) => unknown;
  const isNamed = (statement: unknown): statement is object =>
    typeof statement === "object" && statement !== null && "name" in statement && !("submit" in statement);
  const unnamed = (statement: unknown, ...rest: unknown[]) =>
    query(isNamed(statement) ? { ...statement, name: undefined } : statement, ...rest);
  client.query = unnamed as typeof client.query;
}

/** The time limits that the server applies to each connection, as startup parameters in milliseconds. */
export const TIME_LIMITS = {
  statement_timeout: 5_000,
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 10_000,
};
/** Sets the time limits on a pooler's connections, which reject startup parameters (`connect_query` of PgBouncer). */
export const CONNECT_QUERY = Object.entries(TIME_LIMITS)
  .map(([name, milliseconds]) => `set ${name} to ${milliseconds}`)
  .join("; ");

/** Returns whether the connections have time limits. Those of a pooler depend on its configuration. */
export async function hasTimeLimits(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ limited: boolean }>(
    "select every(current_setting(name) <> '0') as limited from unnest($1::text[]) name",
    [Object.keys(TIME_LIMITS)],
  );
  return rows[0]?.limited ?? false;
}

/** Identifies a database by the start time of its server and its id there. */
const READ_PLACE = `select pg_postmaster_start_time()::text || ' ' || (select oid from pg_database where datname = current_database()) as place`;

/** Throws when the pooler leads to another database than the direct URL, or does not keep a transaction on one connection. */
export async function assertSameDatabase(pool: pg.Pool, url: string): Promise<void> {
  const direct = new pg.Client({ connectionString: url, application_name: "tessera" });
  direct.on("error", () => undefined);
  await direct.connect();
  const pooled = await pool.connect();
  try {
    await pooled.query("begin");
    const [there, here] = await Promise.all([pooled, direct].map((client) => readPlace(client)));
    await pooled.query("commit");
    if (there === here) return;
  } finally {
    pooled.release(true);
    await direct.end();
  }
  throw new Error(
    "DATABASE_URL and DATABASE_DIRECT_URL lead to different databases. Name the pooler in DATABASE_URL, and in DATABASE_DIRECT_URL the server and database that it connects to.",
  );
}

async function readPlace(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ place: string }>(READ_PLACE);
  return rows[0]?.place;
}
