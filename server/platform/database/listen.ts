import pg from "pg";
import type { Log } from "../log/index.ts";

export type Listener = { stop(): Promise<void> };

const RETRY_MS = 500;
const HEARTBEAT_MS = 5_000;

/** Hears `NOTIFY` on a channel for as long as the process lives, over its own connection. `onGap` runs whenever notices may have been missed. */
export function listen(options: {
  url: string;
  channel: string;
  onNotice: (payload: string) => void;
  onGap: () => void;
  log: Log;
}): Listener {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let heartbeat: NodeJS.Timeout | undefined;
  let stopped = false;

  const retry = () => {
    client = undefined;
    options.onGap();
    if (!stopped) timer = setTimeout(connect, RETRY_MS);
  };

  const connect = async () => {
    const next = new pg.Client({
      connectionString: options.url,
      application_name: "tessera notices",
      connectionTimeoutMillis: 5_000,
      query_timeout: HEARTBEAT_MS,
    });
    client = next;
    let lost = false;
    const lose = (error?: Error) => {
      if (lost) return;
      lost = true;
      clearInterval(heartbeat);
      if (error && !stopped) options.log.warn({ err: error }, "notices interrupted");
      next.end().catch(() => {});
      retry();
    };
    next.on("error", lose);
    next.on("end", () => lose());
    next.on("notification", (notice) => options.onNotice(notice.payload ?? ""));
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(options.channel)}`);
      // A line can die without a word; then nobody would hear of a change again.
      heartbeat = setInterval(() => next.query("select 1").catch(lose), HEARTBEAT_MS);
      // What was announced while nobody listened is unknown.
      options.onGap();
    } catch (error) {
      lose(error instanceof Error ? error : undefined);
    }
  };

  void connect();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      clearInterval(heartbeat);
      await client?.end().catch(() => {});
    },
  };
}
