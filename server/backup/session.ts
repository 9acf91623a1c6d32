import pg from "pg";
import { BackupError } from "./backup-error.ts";

/** Opens a connection without time limits and with fixed text formats, and closes it when `signal` aborts. */
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
  // The pending statement reports the error. Without a listener it would end the process.
  client.on("error", () => undefined);
  const close = () => void client.end().catch(() => undefined);
  const aborted = Promise.withResolvers<never>();
  const stop = () => {
    close();
    aborted.reject(signal.reason);
  };
  signal.addEventListener("abort", stop);
  try {
    // The library never settles `connect` if the client is closed meanwhile.
    await Promise.race([client.connect(), aborted.promise]);
    await applySessionSettings(client);
    return await work(client);
  } catch (error) {
    // After an abort the pending query fails with various errors. Report the abort instead, except for a BackupError.
    if (!(error instanceof BackupError)) signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
    close();
  }
}

/** Sets names, text formats and time limits, whatever the role's settings are. */
async function applySessionSettings(client: pg.Client): Promise<void> {
  await client.query(`
    select set_config(name, value, false) from (values
      ('search_path', 'public'), ('client_encoding', 'UTF8'), ('datestyle', 'ISO'), ('intervalstyle', 'postgres'), ('timezone', 'UTC'),
      ('extra_float_digits', '1'), ('bytea_output', 'hex'), ('row_security', 'off'), ('statement_timeout', '0'), ('lock_timeout', '30s'),
      ('idle_in_transaction_session_timeout', '0'), ('transaction_timeout', '0')
    ) wanted (name, value) where exists (select from pg_settings s where s.name = wanted.name)`);
}
