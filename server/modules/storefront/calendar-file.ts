import { PRODUCT_NAME } from "../../../contract/rules/brand.ts";
import { plainText } from "../../../contract/rules/formatting.ts";

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
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

/** `2026-12-04T19:00:00.000Z` as `20261204T190000Z`. */
const utcTime = (iso: string) => iso.replace(/\.\d+/, "").replace(/[-:]/g, "");

// biome-ignore lint/suspicious/noControlCharactersInRegex: a calendar file allows tabs and line ends only
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F]/g;
const escapeText = (text: string) =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(CONTROLS, "")
    .replace(/[\\;,]/g, "\\$&")
    .replaceAll("\n", "\\n");

const LINE_OCTETS = 75;

/** Splits a line into lines of at most 75 octets, never inside a character. Further lines begin with a space. */
function fold(line: string): string {
  let folded = "";
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      folded += "\r\n ";
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
