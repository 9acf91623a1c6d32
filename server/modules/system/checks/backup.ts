import { findLastBackup } from "../../../platform/database/last-backup.ts";
import { type Check, ok, warning } from "../check.ts";

const NAME = "Backup";
const DAY_MS = 24 * 60 * 60 * 1000;
const OLD_DAYS = 8;

/** Reads when `npm run backup` has last succeeded; other ways to save the data are unknown here. */
export const backupCheck: Check = {
  name: NAME,
  advice: "Start Tessera once: it updates its database.",
  needsDatabase: true,
  async run({ db, clock }) {
    const finishedAt = await findLastBackup(db);
    const advice =
      "Run `npm run backup -- FILE` every day, and keep the files on another machine. If you save the data another way, this says nothing.";
    if (!finishedAt) return [warning({ name: NAME, seen: "none was made by `npm run backup`", advice })];
    const days = Math.floor((clock.now().getTime() - finishedAt.getTime()) / DAY_MS);
    const seen = days < 1 ? "the last one is less than a day old" : `the last one is ${days} days old`;
    return [days < OLD_DAYS ? ok({ name: NAME, seen }) : warning({ name: NAME, seen, advice })];
  },
};
