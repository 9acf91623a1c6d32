import { resolve } from "node:path";
import { ConfigError, readConfig } from "../../server/config.ts";
import { loadEnvFile } from "../../server/env-file.ts";
import { isConnectionLost } from "../../server/platform/database/errors.ts";
import { AppError } from "../../server/platform/http/app-error.ts";
import { onShutdownSignal } from "../../server/platform/signals.ts";
import type { Given } from "./make-backup.ts";
import { BackupProblem } from "./problem.ts";
import { createProgress } from "./progress.ts";

/** What is said at the end, and whether all went well. */
export type Said = { text: string; ok: boolean };

/** One command with one file: reads the settings, ends in order on Ctrl-C, and says everything in words. */
export async function runCommand(usage: string, work: (given: Given) => Promise<Said>): Promise<void> {
  const stopping = new AbortController();
  onShutdownSignal(["SIGINT", "SIGTERM", "SIGHUP"], {
    first: () => stopping.abort(),
    again: () => process.exit(130),
  });
  const progress = createProgress(process.stdout);
  try {
    const [file = "", ...more] = process.argv.slice(2);
    // A name such as --help would be the secret in a file that nobody wanted.
    if (file === "" || file.startsWith("-") || more.length > 0) throw new BackupProblem(usage);
    loadEnvFile();
    const config = readConfig(process.env);
    // npm starts us in the project's folder; a path is meant from where it was typed.
    const given = {
      config,
      file: resolve(process.env.INIT_CWD ?? ".", file),
      signal: stopping.signal,
      progress,
    };
    const { text, ok } = await work(given);
    progress.end();
    if (ok) console.log(text);
    else console.error(text);
    process.exitCode = ok ? 0 : 1;
  } catch (error) {
    progress.end();
    const stopped = stopping.signal.aborted && !(error instanceof BackupProblem);
    console.error(stopped ? "Stopped. What was written is removed again." : explain(error));
    process.exitCode = stopped ? 130 : 1;
  }
}

/** Our own words where there are some, and what a person can act on. */
function explain(error: unknown): string {
  if (error instanceof BackupProblem || error instanceof ConfigError) return error.message;
  if (error instanceof AppError) return explain(error.cause ?? error.message);
  if (!(error instanceof Error)) return String(error);
  const { code, path } = error as NodeJS.ErrnoException;
  const place = path ? ` (${path})` : "";
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
    case "53100":
      return `There is no room left on the disk${place}. What was written is removed again. Make room, or choose another place.`;
    case "EFBIG":
      return `The disk takes no file that is this large${place}. What was written is removed again. Choose another place.`;
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return `This user may not write or read there${place}.`;
  }
  const ofDatabase = "severity" in error || isConnectionLost(error) || /connection/i.test(error.message);
  return ofDatabase ? `The database cannot be used: ${error.message}` : error.message;
}
