import { isBackupRunning } from "../../platform/database/backup-lock.ts";
import { type EventStores, isSeparate } from "../../platform/database/event-store.ts";
import type { Log } from "../../platform/log/index.ts";
import { deleteOrphanCounts } from "./orphans.ts";
import { deleteOldRecords } from "./own-events-repository.ts";
import { deleteOrphans, maintainPartitions, makePartitions } from "./partitions.ts";
import type { Rollups } from "./rollup-schedule.ts";

/** The longest period of a summary plus a month. */
const RETENTION_DAYS = 400;

/** What is done for the tables of visits at the start and every hour. */
export function createMaintenance({
  events,
  counting,
  log,
  retentionDays = RETENTION_DAYS,
}: {
  events: EventStores;
  counting: Pick<Rollups, "rollUpAll">;
  log: Log;
  retentionDays?: number | undefined;
}) {
  return {
    async makePartitions(): Promise<void> {
      const { db } = events.latest();
      // While the table is read by a backup, maintenance creates them within the hour.
      if (!(await isBackupRunning(db))) await makePartitions(db);
    },

    async runMaintenance(): Promise<void> {
      const store = events.latest();
      const { db } = store;
      // What is moved is compared with what it was.
      if (store.isIncomplete) return;
      await maintainPartitions({ db, log }, retentionDays);
      await counting.rollUpAll();
      await deleteOrphans(store);
      if (isSeparate(store)) await deleteOrphanCounts(store);
      await deleteOldRecords(db);
    },
  };
}
