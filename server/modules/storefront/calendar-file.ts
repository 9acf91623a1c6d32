import { PRODUCT_NAME } from "../../../contract/rules/brand.ts";
import { plainText } from "../../../contract/rules/formatting.ts";
import { contentLines, escapeText } from "./content-lines.ts";

type CalendarEvent = {
  /** Stable, so that a second import updates the first. */
  uid: string;
  title: string;
  description: string | null;
  startsAt: string;
  endsAt: string | null;
  place: string | null;
  url: string;
};

/** Returns a calendar file with one event (RFC 5545). */
export function calendarFile(event: CalendarEvent, now: Date): string {
  const { uid, title, description, startsAt, endsAt, place, url } = event;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${PRODUCT_NAME}//EN`,
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:${utcTime(now.toISOString())}`,
    `DTSTART:${utcTime(startsAt)}`,
    ...(endsAt === null ? [] : [`DTEND:${utcTime(endsAt)}`]),
    `SUMMARY:${escapeText(title)}`,
    ...(place === null ? [] : [`LOCATION:${escapeText(place)}`]),
    ...(description === null ? [] : [`DESCRIPTION:${escapeText(plainText(description))}`]),
    `URL:${url}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return contentLines(lines);
}

/** `2026-12-04T19:00:00.000Z` as `20261204T190000Z`. */
const utcTime = (iso: string) => iso.replace(/\.\d+/, "").replace(/[-:]/g, "");
