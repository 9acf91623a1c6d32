import { isLocalTime } from "../../../contract/rules/local-time.ts";

/**
 * Returns the instant of an entered time: as it is with `Z` or an offset, otherwise local in the time zone. A local time
 * that occurs twice, when clocks go back, is its first occurrence; one that is skipped, when they go forward, is as much
 * later as they go (RFC 5545, section 3.3.5; `compatible` in Temporal).
 */
export function toInstant(time: string, timeZone: string): Date {
  const instant = isLocalTime(time)
    ? Temporal.PlainDateTime.from(time)
        .toZonedDateTime(timeZone, { disambiguation: "compatible" })
        .toInstant()
    : Temporal.Instant.from(time);
  return new Date(instant.epochMilliseconds);
}
