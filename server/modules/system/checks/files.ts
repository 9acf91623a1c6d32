import { findMissingFiles } from "../../files/index.ts";
import { type Check, fault, ok } from "../check.ts";

const NAME = "Files";
/** Each is a request to a bucket. */
const NEWEST = 50;

/** Looks for the bytes of the newest files that are sold: a process with a storage of its own, or an incomplete restore, lacks them. */
export const filesCheck: Check = {
  name: NAME,
  advice: "Look at the storage first.",
  needsDatabase: true,
  async run({ db, openStorage }) {
    const { checked, missing } = await findMissingFiles(
      { db, storage: await openStorage() },
      { limit: NEWEST },
    );
    const [first] = missing;
    if (first === undefined) return [ok({ name: NAME, seen: `the newest ${checked} are stored` })];
    return [
      fault({
        name: NAME,
        seen: `${missing.length} of the newest ${checked} are not stored here, such as ${first}`,
        advice:
          "Buyers cannot download them. All processes must share one STORAGE_URL or DATA_DIR; after a restore, take the files from the backup again.",
      }),
    ];
  },
};
