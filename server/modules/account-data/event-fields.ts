/** Returns the fields of an event tile's form, from the event of an archive. */
export const eventFields = (event: Record<string, unknown>) => ({
  eventStartsAt: event.starts_at,
  eventEndsAt: event.ends_at,
  eventTimeZone: event.time_zone,
  place: event.place,
  soldOut: event.sold_out,
});
