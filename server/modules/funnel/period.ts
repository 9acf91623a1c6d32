import type { FunnelDays } from "../analytics/index.ts";
import { errors } from "./errors.ts";

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;

type Storage = { now: Date; retentionDays: number };

const dayOf = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);
const firstStored = ({ now, retentionDays }: Storage) => dayOf(now.getTime() - retentionDays * DAY_MS);
const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
export const daysIn = ({ from, to }: FunnelDays): number => (startOf(to) - startOf(from)) / DAY_MS + 1;

/**
 * Returns the UTC days of a period, by default the last thirty. Throws 400 for reversed or future days, and
 * for days before the retention.
 */
export function periodOf(
  requested: { from?: string | undefined; to?: string | undefined },
  storage: Storage,
): FunnelDays {
  const last = dayOf(storage.now.getTime());
  const first = firstStored(storage);
  const to = requested.to ?? last;
  const from = requested.from ?? dayOf(Math.max(startOf(to) - (DEFAULT_DAYS - 1) * DAY_MS, startOf(first)));
  if (from > to) throw errors.backwards();
  if (from < first || to > last)
    throw errors.beforeRetention({ first, last, field: from < first ? "from" : "to" });
  return { from, to };
}

export function periodBefore(period: FunnelDays): FunnelDays {
  const from = startOf(period.from);
  return { from: dayOf(from - daysIn(period) * DAY_MS), to: dayOf(from - DAY_MS) };
}

/** Returns whether the visits of every day in a period are still stored. */
export const isStored = ({ from }: FunnelDays, storage: Storage): boolean => from >= firstStored(storage);

/** Returns every day of a period, oldest first. */
export function datesIn(period: FunnelDays): string[] {
  const from = startOf(period.from);
  return Array.from({ length: daysIn(period) }, (_, day) => dayOf(from + day * DAY_MS));
}
