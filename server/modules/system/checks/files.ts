import { defineMessages } from "../../../../contract/texts.ts";
import { findChangedFiles, findMissingFiles } from "../../files/index.ts";
import { type Check, type Found, fault, ok } from "../check.ts";

/** The number of newest files to look for. Each of them causes a request to a bucket. */
const NEWEST = 50;
/**
 * The limits for comparing the bytes of random files. With daily checks, all files of a usual installation are
 * compared over time.
 */
const BUDGET = { bytes: 256 * 1024 * 1024, milliseconds: 3_000 };

const messages = defineMessages("check_files", {
  name: "Files",
  advice: "Look at the storage first.",
  stored: "the newest {stored} are stored",
  unchanged: "the newest {stored} are stored, {read} chosen at random are unchanged",
  missing: "{missing} of the newest {checked} are not stored here, such as {file}",
  missingAdvice:
    "Buyers cannot download them. All processes must share one STORAGE_URL or DATA_DIR. After a restore, restore the files from the backup again.",
  changed: "{changed} of {read} have other bytes than were uploaded, such as {file}",
  changedAdvice: "Buyers get damaged files. Check the disk, and restore these files from a backup.",
});

/**
 * Checks the bytes of the newest sold files. They are missing if processes have separate storages, or after
 * an incomplete restore.
 */
export const filesCheck: Check = {
  id: "files",
  name: messages.name,
  advice: messages.advice,
  needsDatabase: true,
  async run({ db, openStorage }) {
    const parts = { db, storage: await openStorage() };
    const { checked, missing } = await findMissingFiles(parts, { limit: NEWEST });
    const [first] = missing;
    if (first === undefined) return [assessBytes(checked, await findChangedFiles(parts, BUDGET))];
    const seen = messages.missing({ missing: missing.length, checked, file: first });
    return [fault({ seen, advice: messages.missingAdvice })];
  },
};

function assessBytes(stored: number, { read, changed }: { read: number; changed: string[] }): Found {
  const [first] = changed;
  if (first === undefined)
    return ok({ seen: read === 0 ? messages.stored({ stored }) : messages.unchanged({ stored, read }) });
  const seen = messages.changed({ changed: changed.length, read, file: first });
  return fault({ seen, advice: messages.changedAdvice });
}
