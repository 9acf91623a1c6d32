import { hash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import Bowser from "bowser";
import { isbot } from "isbot";
import type { Device } from "../../../contract/api/analytics.ts";

const DAY_MS = 86_400_000;

/** The parsed user agent. */
export type Agent = { isBot: boolean; device: Device };

/** Parses a user agent. Crawlers, link previews and an empty user agent count as bots. */
export function parseUserAgent(name: string): Agent {
  const isBot = name.trim() === "" || isbot(name);
  return { isBot, device: isBot ? "desktop" : findDevice(name) };
}

/** Returns true for `DNT: 1` and `Sec-GPC: 1`. */
export function asksNotToBeTracked(headers: IncomingHttpHeaders): boolean {
  return headers.dnt === "1" || headers["sec-gpc"] === "1";
}

/** Returns false for bots and for pages that a browser prefetches. */
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
  const type = Bowser.getParser(agent, true).getPlatformType();
  return type === "mobile" || type === "tablet" ? type : "desktop";
}

/**
 * Returns 32 hexadecimal digits that identify a visitor of one page on one day.
 * They cannot be computed again once the day's salt is deleted.
 */
export function hashVisitor(visit: {
  /** Random and secret, encoded as text. */
  salt: string;
  creatorId: number;
  address: string;
  agent: string;
}): string {
  return hash("sha256", `${visit.salt}|${visit.creatorId}|${visit.address}|${visit.agent}`).slice(0, 32);
}

/** Returns the start and the dates (oldest first) of the last `days` UTC days, today included. */
export function windowOf(now: Date, days: number): { start: Date; dates: string[] } {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const start = today - (days - 1) * DAY_MS;
  const dates = Array.from({ length: days }, (_, day) =>
    new Date(start + day * DAY_MS).toISOString().slice(0, 10),
  );
  return { start: new Date(start), dates };
}

const MONTHS_AHEAD = 3;

/** Returns this month and the next ones in the form `2026-11`. */
export function monthsAhead(now: Date): string[] {
  return Array.from({ length: MONTHS_AHEAD + 1 }, (_, ahead) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)).toISOString().slice(0, 7),
  );
}

/** Returns the name and the bounds of the partition of a month such as `2026-11`. The upper bound is exclusive. */
export function partitionOf(month: string): { name: string; from: string; to: string } {
  const from = new Date(`${month}-01T00:00:00Z`);
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1));
  const time = (date: Date) => date.toISOString().replace(".000", "");
  return { name: `events_${month.replace("-", "_")}`, from: time(from), to: time(to) };
}
