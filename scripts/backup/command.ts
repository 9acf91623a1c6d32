import { resolve } from "node:path";
import { BackupError } from "../../server/backup/backup-error.ts";
import { explain } from "../../server/backup/explain.ts";
import type { CommandInput, CommandResult } from "../../server/backup/make-backup.ts";
import { createProgress } from "../../server/backup/progress.ts";
import { readConfig } from "../../server/config/config.ts";
import { loadEnvFile } from "../../server/config/env-file.ts";
import { onShutdownSignal } from "../../server/platform/signals.ts";
import { printResult } from "../print-result.ts";

/** Runs a command with one file: reads the settings, stops cleanly on Ctrl-C, and prints a message for each error. */
export async function runCommand(
  { usage, options }: { usage: string; options: readonly string[] },
  work: (input: CommandInput & { options: ReadonlySet<string> }) => Promise<CommandResult>,
): Promise<void> {
  const stopping = new AbortController();
  onShutdownSignal(["SIGINT", "SIGTERM", "SIGHUP"], {
    first: () => stopping.abort(),
    again: () => process.exit(130),
  });
  const progress = createProgress(process.stdout);
  try {
    const given = process.argv.slice(2);
    const [file = "", ...more] = given.filter((arg) => !options.includes(arg));
    // `--help` must not create a backup, including the secret, in a file of that name.
    if (file === "" || file.startsWith("-") || more.length > 0) throw new BackupError(usage);
    loadEnvFile();
    const config = readConfig(process.env);
    // npm starts this process in the project's folder, but a path is relative to the user's.
    const input = {
      config,
      options: new Set(given.filter((arg) => options.includes(arg))),
      file: resolve(process.env.INIT_CWD ?? ".", file),
      signal: stopping.signal,
      progress,
    };
    const result = await work(input);
    progress.end();
    printResult(result);
  } catch (error) {
    progress.end();
    const stopped = stopping.signal.aborted && !(error instanceof BackupError);
    console.error(stopped ? "Stopped. The unfinished files are removed." : explain(error));
    process.exitCode = stopped ? 130 : 1;
  }
}
