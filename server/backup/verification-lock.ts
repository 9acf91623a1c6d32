import { advisoryLocks } from "../platform/database/advisory-locks.ts";
import { withDatabase } from "../start/installation.ts";
import { BackupError } from "./backup-error.ts";
import type { CommandInput } from "./make-backup.ts";
import { openSession } from "./session.ts";

/** Calls `work` while no other process restores a backup of this installation in a test, because test restores share a folder. Without an installation there is nothing to lock. */
export async function withVerificationLock<T>(
  { config, signal }: Pick<CommandInput, "config" | "signal">,
  work: () => Promise<T>,
): Promise<T> {
  const done = await withDatabase(config, (url) =>
    openSession({ url, name: "tessera backup", signal }, async (client) => {
      const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [
        advisoryLocks.backupVerification,
      ]);
      if (rows[0]?.taken) return { result: await work() };
      throw new BackupError("Another backup is being restored in a test. Try again when that has ended.");
    }),
  );
  return done ? done.result : work();
}
