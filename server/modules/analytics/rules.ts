import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import Bowser from "bowser";
import { isbot } from "isbot";
import type { Device } from "../../../contract/analytics.ts";

const DAY_MS = 86_400_000;

/** False for robots, link previews, nameless programs, and pages that a browser fetches before anyone asked for them. */
export function isPerson(headers: IncomingHttpHeaders): boolean {
  const agent = headers["user-agent"]?.trim();
  if (!agent || isbot(agent)) return false;
  const purposes = [headers["sec-purpose"], headers.purpose, headers["x-purpose"], headers["x-moz"]];
  return !purposes.some((purpose) => /prefetch|prerender|preview/i.test(String(purpose ?? "")));
}

/** The kind of device by its user agent; televisions and what nobody knows count as desktops. */
export function findDevice(agent: string): Device {
  const type = Bowser.getParser(agent, true).getPlatformType();
  return type === "mobile" || type === "tablet" ? type : "desktop";
}

/** Tells a visitor of one page and one day from the others, and nothing more: with the day's salt gone nobody can compute it again. */
export function hashVisitor(visit: {
  salt: Buffer;
  creatorId: number;
  address: string;
  agent: string;
}): Buffer {
  return createHash("sha256")
    .update(visit.salt)
    .update(`|${visit.creatorId}|${visit.address}|${visit.agent}`)
    .digest()
    .subarray(0, 16);
}

/** Two letters as a country header gives them; null for anything else, and for the codes that say "unknown". */
export function parseCountry(value: string | string[] | undefined): string | null {
  const country = typeof value === "string" ? value.trim().toUpperCase() : "";
  return /^[A-Z]{2}$/.test(country) && country !== "XX" && country !== "ZZ" ? country : null;
}

/** The last `days` days in UTC with today as the last: where they begin and their dates, oldest first. */
export function windowOf(now: Date, days: number): { start: Date; dates: string[] } {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const start = today - (days - 1) * DAY_MS;
  const dates = Array.from({ length: days }, (_, day) =>
    new Date(start + day * DAY_MS).toISOString().slice(0, 10),
  );
  return { start: new Date(start), dates };
}
