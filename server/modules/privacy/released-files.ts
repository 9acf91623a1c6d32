import { type Database, inTransaction } from "../../platform/database/index.ts";
import type { Jobs } from "../../platform/jobs/port.ts";
import { deleteFiles, listOrphans } from "../files/index.ts";
import { releaseFiles } from "../orders/index.ts";

/** Deletes the files of deleted users once no buyer can download them any more. */
export async function deleteReleasedFiles({ db, jobs }: { db: Database; jobs: Jobs }): Promise<void> {
  let orphans = await listOrphans(db, "");
  while (orphans.length > 0) {
    const batch = orphans;
    await inTransaction(db, async (tx) => deleteFiles(tx, jobs, await releaseFiles(tx, batch)));
    orphans = await listOrphans(db, batch.at(-1) ?? "");
  }
}
