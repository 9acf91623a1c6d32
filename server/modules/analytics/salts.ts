import { randomBytes } from "node:crypto";
import type { Clock } from "../../platform/clock/index.ts";
import type { Database } from "../../platform/database/index.ts";
import { deleteOldSalts, getOrCreateSalt } from "./repository.ts";

/**
 * Provides the visitor salt of the day. Each node reads it once a day, and deletes it from memory and
 * database soon after.
 */
export type Salts = { today(): Promise<string>; deleteExpired(): Promise<void> };

export function createSalts({ db, clock }: { db: Database; clock: Clock }): Salts {
  let current: { salt: Promise<string>; until: number } | undefined;

  function load(): Promise<string> {
    const loading = getOrCreateSalt(db, randomBytes(32)).then(({ salt, millisecondsLeft }) => {
      // The database's clock determines the day and its remaining time. The local clock only measures the
      // elapsed time.
      entry.until = clock.now().getTime() + millisecondsLeft;
      return salt.toString("base64");
    });
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
      await deleteOldSalts(db);
    },
  };
}
