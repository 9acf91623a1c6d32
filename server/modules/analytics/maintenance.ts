import { isBackupRunning } from "../../platform/database/backup-lock.ts";
import { type EventStores, isSeparate } from "../../platform/database/event-store.ts";
import { deleteOrphanCounts } from "./orphans.ts";
import { deleteOldRecords } from "./own-events-repository.ts";
import { deleteOrphans, dropOldPartitions, makePartitions } from "./partitions.ts";
import type { Rollups } from "./rollup-schedule.ts";

/** The longest period of a summary plus a month. */
const RETENTION_DAYS = 400;

/** What is done for the tables of visits at the start and every hour. */
export function createMaintenance({
  events,
  counting,
  retentionDays = RETENTION_DAYS,
}: {
  events: EventStores;
  counting: Pick<Rollups, "rollUpAll">;
  retentionDays?: number | undefined;
}) {
  return {
    async makePartitions(): Promise<void> {
      const { db } = events.latest();
      if (!(await isBackupRunning(db))) await makePartitions(db);
    },

    async runMaintenance(): Promise<void> {
      const store = events.latest();
      const { db } = store;
      // What is moved is compared with what it was.
      if (store.isMoving) return;
      // A backup reads the whole table, so a change of its partitions would wait for the backup and block new events. The next run does the work.
      if (!(await isBackupRunning(db))) {
        await makePartitions(db);
        await dropOldPartitions(db, retentionDays);
      }
      await counting.rollUpAll();
      await deleteOrphans(store);
      if (isSeparate(store)) await deleteOrphanCounts(store);
      await deleteOldRecords(db);
    },
  };
}
