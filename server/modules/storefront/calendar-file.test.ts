import { expect, test } from "vitest";
import { calendarFile } from "./calendar-file.ts";

const event = {
  uid: "event-1@shop.example",
  title: "Concert",
  description: null,
  startsAt: "2026-10-25T00:30:00.000Z",
  endsAt: "2026-10-25T01:30:00.000Z",
  place: null,
  url: "https://shop.example/@anna",
};
const NOW = new Date("2026-09-01T12:00:00Z");

test("writes one event in UTC with line ends of RFC 5545", () => {
  expect(calendarFile(event, NOW).split("\r\n")).toEqual([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    expect.stringMatching(/^PRODID:-\/\/.+\/\/EN$/),
    "BEGIN:VEVENT",
    "UID:event-1@shop.example",
    "DTSTAMP:20260901T120000Z",
    "DTSTART:20261025T003000Z",
    "DTEND:20261025T013000Z",
    "SUMMARY:Concert",
    "URL:https://shop.example/@anna",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]);
});

test("escapes texts, so that none can add a line", () => {
  const title = "A; b, c \\ d\r\nEND:VEVENT\rX\u0007";
  expect(calendarFile({ ...event, title }, NOW)).toContain(
    "\r\nSUMMARY:A\\; b\\, c \\\\ d\\nEND:VEVENT\\nX\r\n",
  );
});

test("folds lines at 75 octets, never inside a character", () => {
  const place = "Gänsemarkt 🎻 ".repeat(20).trim();
  const file = calendarFile({ ...event, place }, NOW);
  for (const line of file.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(file.replaceAll("\r\n ", "")).toContain(`LOCATION:${place}\r\n`);
});
