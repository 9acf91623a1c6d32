import type pg from "pg";
import { isLockTimeout } from "../../server/platform/database/errors.ts";
import { ACCEPT_EVENTS, REJECT_EVENTS } from "../../server/platform/database/event-location.ts";
import type { Sides } from "./copy-slice.ts";

/** Ids that the source may still give until visits arrive at the target. */
const SPARE_IDS = 10_000_000;
/** A visit, or one in a transaction that is slow to commit, is stored within this time. */
const SETTLED = "interval '1 hour'";
const LOCK_TIMEOUT = "2s";

/** Where visits are to be. */
export type Place = "main" | "own";

/** Returns the hour from which on events may still arrive, or their counts change. */
export async function findOpenHour(source: pg.Client): Promise<Date> {
  const { rows } = await source.query<{ hour: Date }>(
    `select date_trunc('hour', least(now() - ${SETTLED}, (select min(created_at) from pending_counts))) as hour`,
  );
  return rows[0]?.hour ?? new Date(0);
}

/** Returns the hour from which on everything is the rest: the open one when it was compared, or an earlier one into which a job has stored an event since. */
export async function findRest(source: pg.Client, copiedFrom: Date): Promise<Date> {
  const { rows } = await source.query<{ hour: Date }>(
    `select date_trunc('hour', least($1::timestamptz, (select min(created_at) from pending_counts),
       (select min(happened_at) from recorded_events where recorded_at > $1::timestamptz))) as hour`,
    [copiedFrom],
  );
  return rows[0]?.hour ?? copiedFrom;
}

/**
 * Lets further visits go to the target, and returns the last id that an event of before can have. The location is set before the source rejects visits:
 * processes see it within a second, and those that are later see it because they are rejected. From here on a move that was killed goes on with the rest.
 */
export async function switchTo(
  { main, source, target }: Sides & { main: pg.Client },
  { to, copiedFrom }: { to: Place; copiedFrom: Date },
): Promise<number> {
  await target.query(ACCEPT_EVENTS);
  const lastId = (await lastIdOf(source)) + SPARE_IDS;
  await target.query("select setval('events_id_seq', greatest($1, (select last_value from events_id_seq)))", [
    lastId,
  ]);
  await main.query(
    "update event_location set location = $1, is_moving = true, rest_since = $2, last_id = $3",
    [to, copiedFrom, lastId],
  );
  await rejectVisits(source);
  return lastId;
}

/** Waits for visits that are just being stored, and lets later ones fail. */
export const rejectVisits = (source: pg.Client): Promise<void> => changeTable(source, REJECT_EVENTS);

/** Changes a table again and again until nobody else holds it, such as a backup; `onWait` is called once if that is not at once. */
export async function changeTable(
  client: pg.Client,
  statement: string,
  onWait: () => void = () => undefined,
): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      // Others wait behind it, so it gives way soon.
      await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`);
      await client.query(statement);
      return;
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (isFirst) onWait();
    } finally {
      await client.query("set lock_timeout = '30s'");
    }
  }
}

async function lastIdOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ id: number }>("select last_value::float8 as id from events_id_seq");
  return rows[0]?.id ?? 0;
}
