import pg from "pg";
import type { Log } from "../log/index.ts";

export type Listener = {
  /** Every notification committed before this time (of `performance.now()`) has been received. */
  appliedUntil(): number;
  /** The time of the database's clock in milliseconds since 1970, estimated from its latest response. It is never behind, and ahead by no more than the response took. Minus infinity before the first response. */
  databaseTime(): number;
  stop(): Promise<void>;
};

const RETRY_MS = 500;
const HEARTBEAT_MS = 500;
const HEARTBEAT_TIMEOUT_MS = 3_000;

/** Subscribes to `NOTIFY` on a channel over its own connection, which is reopened when it breaks. `onMissedNotifications` runs whenever notifications may have been missed. */
export function listen(options: {
  url: string;
  channel: string;
  onNotification: (payload: string) => void;
  onMissedNotifications: () => void;
  log: Log;
  connectionName?: string | undefined;
}): Listener {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let heartbeat: NodeJS.Timeout | undefined;
  let stopped = false;
  let appliedUntil = Number.NEGATIVE_INFINITY;
  /** The database's time when `performance.now()` was 0. The clock of this machine may be wrong, and drifts. */
  let databaseStart = Number.NEGATIVE_INFINITY;

  const retry = () => {
    client = undefined;
    options.onMissedNotifications();
    if (!stopped) timer = setTimeout(connect, RETRY_MS);
  };

  const connect = async () => {
    const next = new pg.Client({
      connectionString: options.url,
      application_name: options.connectionName ?? "tessera listener",
      connectionTimeoutMillis: 5_000,
      query_timeout: HEARTBEAT_TIMEOUT_MS,
    });
    client = next;
    let lost = false;
    const handleDisconnect = (error?: Error) => {
      if (lost) return;
      lost = true;
      clearTimeout(heartbeat);
      if (error && !stopped) options.log.warn({ err: error }, "LISTEN connection lost; reconnecting");
      next.end().catch(() => {});
      retry();
    };
    // PostgreSQL sends earlier notifications before the response, so a response proves that none was missed.
    const beat = async () => {
      const sentAt = performance.now();
      const { rows } = await next.query<{ now: number }>(
        "select (extract(epoch from clock_timestamp()) * 1000)::float8 as now",
      );
      if (lost || stopped) return;
      if (rows[0]) databaseStart = rows[0].now - sentAt;
      appliedUntil = sentAt;
      // Counted from the request, so that a slow response does not delay the next one. Pages are read again after a second without a response.
      const restMs = Math.max(0, HEARTBEAT_MS - (performance.now() - sentAt));
      heartbeat = setTimeout(() => beat().catch(handleDisconnect), restMs);
    };
    next.on("error", handleDisconnect);
    next.on("end", () => handleDisconnect());
    next.on("notification", (notice) => options.onNotification(notice.payload ?? ""));
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(options.channel)}`);
      // Notifications sent while the connection was closed are lost.
      options.onMissedNotifications();
      await beat();
    } catch (error) {
      handleDisconnect(error instanceof Error ? error : undefined);
    }
  };

  void connect();
  return {
    appliedUntil: () => appliedUntil,
    databaseTime: () => databaseStart + performance.now(),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      clearTimeout(heartbeat);
      await client?.end().catch(() => {});
    },
  };
}
