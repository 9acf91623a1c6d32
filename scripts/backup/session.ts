import pg from "pg";
import { BackupProblem } from "./problem.ts";

/** One connection without time limits, whose texts are the same on every server. Ends at once when asked to. */
export async function openSession<T>(
  options: { url: string; name: string; signal: AbortSignal },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const { url, name, signal } = options;
  signal.throwIfAborted();
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  });
  // Heard by the statement that waits; an unheard one would end the process.
  client.on("error", () => undefined);
  const leave = () => void client.end().catch(() => undefined);
  signal.addEventListener("abort", leave);
  try {
    await client.connect();
    await settle(client);
    return await work(client);
  } catch (error) {
    // What was asked to end fails in many ways; what is said in words stays.
    if (!(error instanceof BackupProblem)) signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", leave);
    leave();
  }
}

/** Names mean the same, values read the same, and what a role's own settings would end early is not ended. */
async function settle(client: pg.Client): Promise<void> {
  await client.query(`
    select set_config(name, value, false) from (values
      ('search_path', 'public'), ('client_encoding', 'UTF8'), ('datestyle', 'ISO'), ('intervalstyle', 'postgres'), ('timezone', 'UTC'),
      ('extra_float_digits', '1'), ('bytea_output', 'hex'), ('row_security', 'off'), ('statement_timeout', '0'), ('lock_timeout', '30s'),
      ('idle_in_transaction_session_timeout', '0'), ('transaction_timeout', '0')
    ) wanted (name, value) where exists (select from pg_settings s where s.name = wanted.name)`);
}
