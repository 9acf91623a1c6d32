import { type NewBackupProblem, recordBackupProblem } from "../../server/platform/database/last-backup.ts";
import { withDatabase, withOpenDatabase } from "../installation.ts";
import { type CommandResult, explain, kindOf } from "./command.ts";
import type { CommandInput } from "./make-backup.ts";

/** Records for the check of the installation why a backup has failed, or that it has not. The result is the same without, such as on a read-only server. */
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
    // One that was stopped says nothing about the next.
    if (!signal.aborted) await record({ problem: explain(error), kind: kindOf(error) });
    throw error;
  }
}
