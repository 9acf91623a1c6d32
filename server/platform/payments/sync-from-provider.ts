import { type Database, inTransaction, type Transaction } from "../database/index.ts";

type Sync<Stored extends { revision: number }, Reported> = {
  /** Returns the stored state, or undefined if there is nothing to read. */
  find(): Promise<Stored | undefined>;
  /** Requests the state from the provider. Resolves to undefined if there is nothing to save. */
  request(stored: Stored): Promise<Reported | undefined>;
  /** Locks and returns the stored state, or undefined if it is gone. */
  lock(tx: Transaction, stored: Stored, reported: Reported): Promise<Stored | undefined>;
  /** Saves the state, and returns the stored one. A change that concurrent calls must notice gets a new revision. */
  save(tx: Transaction, stored: Stored, reported: Reported): Promise<Stored>;
};

/**
 * Reads an object from its provider, saves it and returns the stored state. Concurrent calls in any order end in the provider's
 * current state, because a call saves its response only if no other call has saved one since the request was sent. No lock is
 * held during the request. A call that lost the race sends at most one more request.
 */
export async function syncFromProvider<Stored extends { revision: number }, Reported>(
  db: Database,
  { find, request, lock, save }: Sync<Stored, Reported>,
): Promise<Stored | undefined> {
  let firstRevision: number | undefined;
  for (;;) {
    const stored = await find();
    if (!stored) return undefined;
    firstRevision ??= stored.revision;
    const since = firstRevision;
    const reported = await request(stored);
    if (reported === undefined) return undefined;
    const outcome = await inTransaction(db, async (tx) => {
      const now = await lock(tx, stored, reported);
      if (!now) return "gone";
      if (now.revision === stored.revision) return save(tx, now, reported);
      // If two states were saved since the first request, the second was requested after this call began, so it is current.
      return now.revision >= since + 2 ? now : "again";
    });
    if (outcome !== "again") return outcome === "gone" ? undefined : outcome;
  }
}
