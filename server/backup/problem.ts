import { type NewBackupProblem, recordBackupProblem } from "../platform/database/last-backup.ts";
import { withDatabase, withOpenDatabase } from "../start/installation.ts";
import { explain, kindOf } from "./explain.ts";
import type { CommandInput, CommandResult } from "./make-backup.ts";

/** Runs a backup and records its problem for `doctor`, or null if it had none. Recording may fail, for example on a read-only server. */
export async function withProblemRecorded(
  { config, signal }: CommandInput,
  work: () => Promise<CommandResult & { problem: NewBackupProblem | null }>,
): Promise<CommandResult> {
  const record = (problem: NewBackupProblem | null) =>
    withDatabase(config, (url) =>
      withOpenDatabase({ url, maxConnections: 1 }, (db) => recordBackupProblem(db, problem)),
    ).catch(() => undefined);
  try {
    const { problem, ...result } = await work();
    await record(problem);
    return result;
  } catch (error) {
    // A stopped backup has no problem to report.
    if (!signal.aborted) await record({ problem: explain(error), kind: kindOf(error) });
    throw error;
  }
}
