import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Config } from "../config/config.ts";
import { isDatabaseUnavailable } from "../platform/database/errors.ts";
import { assertEventsInMain, assignEvents, findEventLocation } from "../platform/database/event-location.ts";
import { type EventStores, eventsInMain, followEvents } from "../platform/database/event-store.ts";
import { type Database, openDatabase } from "../platform/database/index.ts";
import { migrate } from "../platform/database/migrate.ts";
import type { Log } from "../platform/log/index.ts";

export const eventMigrations = fileURLToPath(new URL("../migrations/events/", import.meta.url));

/** Three batches of visits at once, a roll-up, and those who read their statistics. */
export const EVENT_CONNECTIONS = 8;
const RETRY_MS = 5_000;

/** Opens the database of visits: the main one, or that of EVENTS_DATABASE_URL. While the latter is unavailable everything else is served. */
export async function openEvents(
  { eventsDatabaseUrl: url }: Pick<Config, "eventsDatabaseUrl">,
  { main, log }: { main: Database; log: Log },
): Promise<EventStores> {
  if (!url) {
    await assertEventsInMain(main);
    return eventsInMain(main);
  }
  const own = openDatabase({ url, log, maxConnections: EVENT_CONNECTIONS });
  const prepare = async () => {
    await migrate({ url, folder: eventMigrations, log });
    return assignEvents({ main, own });
  };
  try {
    const { location, isMoving } = await prepare();
    if (isMoving) log.warn("a move of visits is not finished; run it again: npm run events -- move");
    else if (location === "main") {
      log.warn(
        "EVENTS_DATABASE_URL is set, and visits are in the main database; move them: npm run events -- move",
      );
    }
  } catch (error) {
    const isKnown = isDatabaseUnavailable(error) && (await findEventLocation(main).catch(() => undefined));
    if (!isKnown) {
      await own.$client.end();
      throw explained(error);
    }
    log.warn({ err: error }, "database of visits unavailable; they are rejected until it responds");
    void prepareLater(own, prepare, log);
  }
  return followEvents({ main, own, log });
}

async function prepareLater(own: Database, prepare: () => Promise<unknown>, log: Log): Promise<void> {
  while (!own.$client.ending) {
    await delay(RETRY_MS, undefined, { ref: false });
    try {
      await prepare();
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error))
        log.error({ err: error }, "database of visits cannot be used; retrying");
    }
  }
}

/** Names the setting, which the errors of a start otherwise do not. */
function explained(error: unknown): unknown {
  if (!(error instanceof Error) || /EVENTS_DATABASE_URL/.test(error.message)) return error;
  const root = error instanceof AggregateError ? error.errors[0] : (error.cause ?? error);
  const reason = root instanceof Error ? root.message : error.message;
  return new Error(`The database of EVENTS_DATABASE_URL cannot be used: ${reason}`);
}
