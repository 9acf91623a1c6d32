import { randomBytes } from "node:crypto";
import type { Clock } from "../../platform/clock/index.ts";
import type { EventStores } from "../../platform/database/event-store.ts";
import { deleteOldSalts, getOrCreateSalt } from "./repository.ts";

/** Provides the visitor salt of the day. Each node reads it once a day; it is deleted from memory and database soon after. */
export type Salts = { today(): Promise<string>; deleteExpired(): Promise<void> };

export function createSalts({ events, clock }: { events: EventStores; clock: Clock }): Salts {
  let current: { salt: Promise<string>; until: number } | undefined;

  function load(): Promise<string> {
    const loading = getOrCreateSalt(events.latest().db, randomBytes(32)).then(
      ({ salt, millisecondsLeft }) => {
        // The database's clock determines the day and its remaining time; the local clock only measures the elapsed time.
        entry.until = clock.now().getTime() + millisecondsLeft;
        return salt.toString("base64");
      },
    );
    const entry = { salt: loading, until: Number.POSITIVE_INFINITY };
    current = entry;
    loading.catch(() => {
      if (current === entry) current = undefined;
    });
    return loading;
  }

  return {
    today: () => (current && clock.now().getTime() < current.until ? current.salt : load()),
    async deleteExpired() {
      if (current && clock.now().getTime() >= current.until) current = undefined;
      const { db, main } = events.latest();
      await deleteOldSalts(db);
      // A move that was stopped has left some in the other one, which may be away: the next hour tries again.
      const other = db === main ? events.own : main;
      if (other) await deleteOldSalts(other).catch(() => undefined);
    },
  };
}
