import { findChangedFiles, findMissingFiles } from "../../files/index.ts";
import { type Check, type Found, fault, ok } from "../check.ts";

/** The number of newest files to look for. Each of them causes a request to a bucket. */
const NEWEST = 50;
/**
 * The limits for comparing the bytes of random files. With daily checks, all files of a usual installation are
 * compared over time.
 */
const BUDGET = { bytes: 256 * 1024 * 1024, milliseconds: 3_000 };

/**
 * Checks the bytes of the newest sold files. They are missing if processes have separate storages, or after
 * an incomplete restore.
 */
export const filesCheck: Check = {
  name: "Files",
  advice: "Look at the storage first.",
  needsDatabase: true,
  async run({ db, openStorage }) {
    const parts = { db, storage: await openStorage() };
    const { checked, missing } = await findMissingFiles(parts, { limit: NEWEST });
    const [first] = missing;
    if (first === undefined) return [assessBytes(checked, await findChangedFiles(parts, BUDGET))];
    return [
      fault({
        seen: `${missing.length} of the newest ${checked} are not stored here, such as ${first}`,
        advice:
          "Buyers cannot download them. All processes must share one STORAGE_URL or DATA_DIR. After a restore, restore the files from the backup again.",
      }),
    ];
  },
};

function assessBytes(stored: number, { read, changed }: { read: number; changed: string[] }): Found {
  const seen = `the newest ${stored} are stored`;
  if (changed.length === 0) {
    return ok({ seen: read === 0 ? seen : `${seen}, ${read} chosen at random are unchanged` });
  }
  return fault({
    seen: `${changed.length} of ${read} have other bytes than were uploaded, such as ${changed[0]}`,
    advice: "Buyers get damaged files. Check the disk, and restore these files from a backup.",
  });
}
