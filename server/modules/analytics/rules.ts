import { hash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import Bowser from "bowser";
import { isbot } from "isbot";
import type { Device } from "../../../contract/api/analytics.ts";

const DAY_MS = 86_400_000;

/**
 * Facebook's apps may send only their own fields, such as `[FBAN/FB4A;…;FBDV/SM-S921B;…]`. Without spaces,
 * these look like a bot's user agent.
 */
const FACEBOOK_APP = /^\[FBAN\//;

export type Agent = { isBot: boolean; device: Device };

/** Parses a user agent. Crawlers, link previews and an empty user agent count as bots. */
export function parseUserAgent(name: string): Agent {
  const isBot = name.trim() === "" || (isbot(name) && !FACEBOOK_APP.test(name));
  return { isBot, device: isBot ? "desktop" : findDevice(name) };
}

export const asksNotToBeTracked = (headers: IncomingHttpHeaders): boolean =>
  headers.dnt === "1" || headers["sec-gpc"] === "1";

/** Returns false for bots, and for pages that a browser prefetches. */
export function isHuman(
  headers: IncomingHttpHeaders,
  agent: Pick<Agent, "isBot"> = parseUserAgent(headers["user-agent"] ?? ""),
): boolean {
  if (agent.isBot) return false;
  const purposes = [headers["sec-purpose"], headers.purpose, headers["x-purpose"], headers["x-moz"]];
  return !purposes.some(
    (purpose) => purpose !== undefined && /prefetch|prerender|preview/i.test(String(purpose)),
  );
}

/** Returns the device type of a user agent. Televisions and unknown devices count as desktops. */
export function findDevice(agent: string): Device {
  if (FACEBOOK_APP.test(agent)) return /;FBDV\/iPad/.test(agent) ? "tablet" : "mobile";
  const type = Bowser.getParser(agent, true).getPlatformType();
  return type === "mobile" || type === "tablet" ? type : "desktop";
}

/**
 * Returns 32 hexadecimal digits that identify a visitor of one page on one day. Nobody can compute them again
 * once the day's salt is deleted.
 */
export function hashVisitor(visit: {
  /** The day's secret salt, random bytes as text. */
  salt: string;
  creatorId: number;
  address: string;
  agent: string;
}): string {
  return hash("sha256", `${visit.salt}|${visit.creatorId}|${visit.address}|${visit.agent}`).slice(0, 32);
}

/** Returns the start of the last `days` UTC days, and their dates, oldest first. Today is included. */
export function windowOf(now: Date, days: number): { start: Date; dates: string[] } {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const start = today - (days - 1) * DAY_MS;
  const dates = Array.from({ length: days }, (_, day) =>
    new Date(start + day * DAY_MS).toISOString().slice(0, 10),
  );
  return { start: new Date(start), dates };
}

/** The days for which partitions exist in advance. A backup may take so long, and changes of partitions wait for it. */
const DAYS_AHEAD = 7;

/** Returns this UTC day and the next ones in the form `2026-11-30`. */
export function daysAhead(now: Date): string[] {
  return Array.from({ length: DAYS_AHEAD + 1 }, (_, ahead) =>
    new Date(now.getTime() + ahead * DAY_MS).toISOString().slice(0, 10),
  );
}

/** Returns the time before which events have expired. */
export const expiredBefore = (now: Date, days: number): string =>
  new Date(now.getTime() - days * DAY_MS).toISOString();

/** A range of events by time, without its upper bound. */
export type Partition = { name: string; from: string; to: string };

/** Returns the partition of a day such as `2026-11-30`. */
export function partitionOf(day: string): Partition {
  const from = new Date(`${day}T00:00:00Z`);
  const time = (date: Date) => date.toISOString().replace(".000", "");
  return {
    name: `events_${day.replaceAll("-", "_")}`,
    from: time(from),
    to: time(new Date(from.getTime() + DAY_MS)),
  };
}
