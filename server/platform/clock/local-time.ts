import { isLocalTime } from "../../../contract/rules/local-time.ts";

/**
 * Returns the instant of an entered time, which is local to the time zone unless it ends in `Z` or an offset.
 * If clocks go back and the local time occurs twice, the first occurrence counts. If clocks go forward and skip the
 * local time, it moves forward by the skipped time (RFC 5545, section 3.3.5; `compatible` in Temporal).
 */
export function toInstant(time: string, timeZone: string): Date {
  const instant = isLocalTime(time)
    ? Temporal.PlainDateTime.from(time)
        .toZonedDateTime(timeZone, { disambiguation: "compatible" })
        .toInstant()
    : Temporal.Instant.from(time);
  return new Date(instant.epochMilliseconds);
}
