import type { TileInput } from "../../../contract/api/tiles.ts";
import { toInstant } from "../../platform/clock/local-time.ts";
import { errors } from "./errors.ts";
import type { StoredEvent } from "./tables.ts";

type EnteredEvent = Pick<TileInput, "eventStartsAt" | "eventEndsAt" | "eventTimeZone" | "place" | "soldOut">;
type DatedEvent = { event: StoredEvent; over: Date };

/** Returns an event with its instants and the time at which it is over, or null for another tile. Throws 400 for an end that is not after the start. */
export function toEvent(entered: EnteredEvent, creatorTimeZone: string): DatedEvent | null {
  const { eventStartsAt, eventEndsAt, eventTimeZone, place, soldOut } = entered;
  if (eventStartsAt === null) return null;
  const timeZone = eventTimeZone ?? creatorTimeZone;
  const start = toInstant(eventStartsAt, timeZone);
  const end = eventEndsAt === null ? null : toInstant(eventEndsAt, timeZone);
  if (end && end <= start) throw errors.eventEndsBeforeStart();
  const event = {
    startsAt: start.toISOString(),
    endsAt: end?.toISOString() ?? null,
    timeZone,
    place,
    soldOut,
  };
  return { event, over: end ?? endOfDay(start, timeZone) };
}

/** Returns the start of the next day, which is not always 24 hours after that of the day. */
function endOfDay(instant: Date, timeZone: string): Date {
  const day = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);
  return new Date(day.add({ days: 1 }).startOfDay().epochMilliseconds);
}

/** Returns the fields of an event's form. */
export const eventInput = (event: StoredEvent | null) => ({
  eventStartsAt: event?.startsAt,
  eventEndsAt: event?.endsAt,
  eventTimeZone: event?.timeZone,
  place: event?.place,
  soldOut: event?.soldOut,
});
