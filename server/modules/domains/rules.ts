import type { DomainFailure } from "../../../contract/api/domains.ts";
import { domainLimits } from "../../../contract/rules/domain-limits.ts";
import type { DnsAnswer } from "../../platform/dns/port.ts";
import type { DomainRow } from "./repository.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const FIRST_CHECKS = [1, 2, 5, 10].map((minutes) => minutes * MINUTE);
/** From here on a name is read once a day. */
const OFTEN_FOR = 2 * DAY;
/** From here on only the creator starts a reading. */
const READ_FOR = 30 * DAY;
/** Days without a proof after which a creator is warned. The last one pauses the name. */
const WARNING_DAYS = [1, 4, domainLimits.pausedAfterDays];

/** Returns when a name without a proof is read next: after 1, 2, 5 and 10 minutes, every 10 minutes for two days, then daily. */
export function nextCheck(since: Date, now: Date): Date | null {
  const age = now.getTime() - since.getTime();
  if (age >= READ_FOR) return null;
  if (age >= OFTEN_FOR) return new Date(now.getTime() + DAY);
  const first = FIRST_CHECKS.find((after) => after > age);
  return new Date(first === undefined ? now.getTime() + 10 * MINUTE : since.getTime() + first);
}

/** Returns why the records of a name do not prove it, or null if they do. */
export function failureOf(answer: DnsAnswer, token: string): Exclude<DomainFailure, "taken"> | null {
  if (answer.state === "silent") return "silent";
  if (answer.state === "none") return "missing";
  return proves(answer, token) ? null : "different";
}

export const proves = (answer: DnsAnswer, token: string) =>
  answer.state === "found" && answer.values.some((value) => value.trim() === token);

/** An email to a creator about a name. */
export type Notice = "failing" | "paused";
type Change = Partial<Omit<DomainRow, "id" | "creatorId" | "name">>;

/** Returns the change of a name whose proof was not found, and the email that is due. A server that does not answer changes nothing about a proven name. */
export function withoutProof(
  row: Pick<DomainRow, "provenAt" | "createdAt" | "pausedAt" | "failingSince" | "warnings">,
  failure: DomainFailure,
  now: Date,
): { change: Change; notice?: Notice } {
  const tomorrow = new Date(now.getTime() + DAY);
  if (!row.provenAt) {
    const nextCheckAt = nextCheck(row.pausedAt ?? row.createdAt, now);
    return { change: { failure, checkedAt: now, nextCheckAt } };
  }
  if (failure === "silent") return { change: { failure, checkedAt: now, nextCheckAt: tomorrow } };
  const failingSince = row.failingSince ?? now;
  const days = (now.getTime() - failingSince.getTime()) / DAY;
  const change = { failure, failingSince, checkedAt: now, nextCheckAt: tomorrow };
  if (days >= domainLimits.pausedAfterDays)
    return { change: { ...change, ...pausedAt(now), warnings: 3 }, notice: "paused" };
  const due = WARNING_DAYS.filter((day) => days >= day).length;
  if (due <= row.warnings) return { change };
  return { change: { ...change, warnings: due }, notice: "failing" };
}

/** The state of a name that no longer shows the page. The choice to redirect stays for its return. */
export const pausedAt = (now: Date) => ({ provenAt: null, pausedAt: now, isMain: false });

/** The change of a name whose proof was found. */
export const withProof = (row: Pick<DomainRow, "provenAt">, now: Date): Change => ({
  provenAt: row.provenAt ?? now,
  pausedAt: null,
  failure: null,
  failingSince: null,
  warnings: 0,
  checkedAt: now,
  nextCheckAt: new Date(now.getTime() + DAY),
});
