import { pino } from "pino";
import { openDatabase } from "../../server/platform/database/index.ts";
import { recordBackupProblem } from "../../server/platform/database/last-backup.ts";
import { withDatabase } from "../installation.ts";
import { type CommandResult, explain } from "./command.ts";
import type { CommandInput } from "./make-backup.ts";

/** Records for the check of the installation why a backup has failed, or that it has not. The result is the same without, such as on a read-only server. */
export async function withProblemRecorded(
  { config, signal }: CommandInput,
  work: () => Promise<CommandResult & { problem: string | null }>,
): Promise<CommandResult> {
  const record = async (problem: string | null) => {
    await withDatabase(config, async (url) => {
      const db = openDatabase({ url, log: pino({ level: "silent" }), maxConnections: 1 });
      await recordBackupProblem(db, problem).finally(() => db.$client.end());
    }).catch(() => undefined);
  };
  try {
    const { problem, ...result } = await work();
    await record(problem);
    return result;
  } catch (error) {
    // One that was stopped says nothing about the next.
    if (!signal.aborted) await record(explain(error));
    throw error;
  }
}
