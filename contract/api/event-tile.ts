import { z } from "zod";
import { booleanField, IsoTime, maxLengthText, withoutDirectionControls } from "../rules/fields.ts";
import { isInOrder, TimeZone, timeField } from "../rules/local-time.ts";
import type { TileType } from "../rules/tile-types.ts";
import { defineMessages, type Message } from "../texts.ts";

export const PLACE_LENGTH = 200;

export const eventMessages = defineMessages("event_tiles", {
  start: "Enter the start of the event.",
  endsBeforeStart: "The event must end after its start.",
  over: "The tile must be shown before the event is over.",
  tickets: "Choose a ticket link or a product, not both.",
});

/** The date and place of an event. */
export const TileEvent = z.object({
  starts_at: IsoTime,
  /** Null if the event lasts until the end of the day. */
  ends_at: IsoTime.nullable(),
  /** The time zone of the place, in which the page shows the date. */
  time_zone: z.string(),
  place: z.string().nullable(),
  /** True if the creator has marked the event as sold out. A product of the tile may be sold out without this mark. */
  sold_out: z.boolean(),
});

/** Fields of event tiles. Local times are in `eventTimeZone`, by default the creator's. */
export const eventTileFields = {
  eventStartsAt: timeField("The start").nullish(),
  eventEndsAt: timeField("The end").nullish(),
  eventTimeZone: TimeZone.nullish(),
  place: maxLengthText("Place", PLACE_LENGTH).overwrite(withoutDirectionControls).nullish(),
  soldOut: booleanField("Sold out").optional(),
};

type EventFields = {
  type: TileType;
  url?: string | null | undefined;
  productId?: number | null | undefined;
  eventStartsAt?: string | null | undefined;
  eventEndsAt?: string | null | undefined;
  eventTimeZone?: string | null | undefined;
  place?: string | null | undefined;
  soldOut?: boolean | undefined;
};

/** Returns the fields of an event as entered. Those of another type of tile are cleared. */
export function eventOf({ type, ...event }: EventFields) {
  const isEvent = type === "event";
  return {
    eventStartsAt: (isEvent && event.eventStartsAt) || null,
    eventEndsAt: (isEvent && event.eventEndsAt) || null,
    eventTimeZone: (isEvent && event.eventTimeZone) || null,
    place: (isEvent && event.place) || null,
    soldOut: isEvent && (event.soldOut ?? false),
  };
}

/** Returns the invalid field of an event with its error, or null. */
export function eventProblem(tile: EventFields): { field: string; message: Message } | null {
  if (tile.type !== "event") return null;
  const { eventStartsAt: start, eventEndsAt: end } = tile;
  if (!start) return { field: "eventStartsAt", message: eventMessages.start };
  if (end && !isInOrder(start, end)) return { field: "eventEndsAt", message: eventMessages.endsBeforeStart };
  return tile.url && tile.productId ? { field: "productId", message: eventMessages.tickets } : null;
}
