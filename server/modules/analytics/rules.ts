import { hash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import Bowser from "bowser";
import { isbot } from "isbot";
import type { Device } from "../../../contract/analytics.ts";

const DAY_MS = 86_400_000;

/** What is read of a user agent. */
export type Agent = { isBot: boolean; device: Device };

/** Robots, link previews and nameless programs, told from people's browsers. */
export function parseUserAgent(name: string): Agent {
  const isBot = name.trim() === "" || isbot(name);
  return { isBot, device: isBot ? "desktop" : findDevice(name) };
}

/** True for `DNT: 1` and `Sec-GPC: 1`. */
export function asksNotToBeTracked(headers: IncomingHttpHeaders): boolean {
  return headers.dnt === "1" || headers["sec-gpc"] === "1";
}

/** False for robots, and for pages that a browser fetches before anyone asked for them. */
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

/** The kind of device by its user agent; televisions and what nobody knows count as desktops. */
export function findDevice(agent: string): Device {
  const type = Bowser.getParser(agent, true).getPlatformType();
  return type === "mobile" || type === "tablet" ? type : "desktop";
}

/** Tells a visitor of one page and one day from the others, in 32 hexadecimal digits, and nothing more: with the day's salt gone nobody can compute it again. */
export function hashVisitor(visit: {
  /** Random and secret, in text. */
  salt: string;
  creatorId: number;
  address: string;
  agent: string;
}): string {
  return hash("sha256", `${visit.salt}|${visit.creatorId}|${visit.address}|${visit.agent}`).slice(0, 32);
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

const MONTHS_AHEAD = 3;

/** This month and the next ones, as `2026-11`. */
export function monthsAhead(now: Date): string[] {
  return Array.from({ length: MONTHS_AHEAD + 1 }, (_, ahead) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)).toISOString().slice(0, 7),
  );
}

/** The partition of a month such as `2026-11`: its name and its bounds, the second one not included. */
export function partitionOf(month: string): { name: string; from: string; to: string } {
  const from = new Date(`${month}-01T00:00:00Z`);
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1));
  const time = (date: Date) => date.toISOString().replace(".000", "");
  return { name: `events_${month.replace("-", "_")}`, from: time(from), to: time(to) };
}
