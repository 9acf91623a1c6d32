import { isBackupRunning } from "../../platform/database/backup-lock.ts";
import type { Database } from "../../platform/database/index.ts";
import type { Log } from "../../platform/log/index.ts";
import { deleteOrphans, maintainPartitions, makePartitions } from "./partitions.ts";
import type { Rollups } from "./rollup-schedule.ts";

/** The longest period of a summary, plus a month. */
const RETENTION_DAYS = 400;

/** Maintains the tables of visits at the start and every hour. */
export function createMaintenance({
  db,
  counting,
  log,
  retentionDays = RETENTION_DAYS,
}: {
  db: Database;
  counting: Pick<Rollups, "rollUpAll">;
  log: Log;
  retentionDays?: number | undefined;
}) {
  return {
    async makePartitions(): Promise<void> {
      // A backup reads the table, so the hourly maintenance creates the partitions after it.
      if (!(await isBackupRunning(db))) await makePartitions(db);
    },

    async runMaintenance(): Promise<void> {
      await maintainPartitions({ db, log }, retentionDays);
      await counting.rollUpAll();
      await deleteOrphans(db);
    },
  };
}
