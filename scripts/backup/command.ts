import { resolve } from "node:path";
import { ConfigError, readConfig } from "../../server/config/config.ts";
import { loadEnvFile } from "../../server/config/env-file.ts";
import { isConnectionLost } from "../../server/platform/database/errors.ts";
import type { BackupProblemKind } from "../../server/platform/database/last-backup.ts";
import { AppError } from "../../server/platform/http/app-error.ts";
import { onShutdownSignal } from "../../server/platform/signals.ts";
import { printResult } from "../installation.ts";
import { BackupError } from "./backup-error.ts";
import type { CommandInput } from "./make-backup.ts";
import { createProgress } from "./progress.ts";

/** The text to print at the end, and whether the command succeeded. */
export type CommandResult = { text: string; ok: boolean };

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
    console.error(stopped ? "Stopped. What was written is removed again." : explain(error));
    process.exitCode = stopped ? 130 : 1;
  }
}

const CODES: Partial<Record<string, BackupProblemKind>> = {
  ...{ ENOSPC: "room", EDQUOT: "room", EFBIG: "room", "53100": "room" },
  ...{
    EACCES: "folder",
    EPERM: "folder",
    EROFS: "folder",
    ENOENT: "folder",
    ENOTDIR: "folder",
    EIO: "folder",
  },
};

/** Returns the part that the operator has to check after an error. */
export function kindOf(error: unknown): BackupProblemKind {
  if (error instanceof BackupError) return error.kind;
  if (error instanceof AppError && error.code === "storage.away") return "files";
  if (!(error instanceof Error)) return "other";
  return CODES[String((error as NodeJS.ErrnoException).code)] ?? (isOfDatabase(error) ? "database" : "other");
}

const isOfDatabase = (error: Error) =>
  "severity" in error || isConnectionLost(error) || /connection/i.test(error.message);

/** Returns the message of an error, with advice if known. */
export function explain(error: unknown): string {
  if (error instanceof BackupError || error instanceof ConfigError) return error.message;
  if (error instanceof AppError) {
    const reason = explain(error.cause ?? error.message).replace(/^The database cannot be used: /, "");
    return error.code === "storage.away" ? `The bucket of STORAGE_URL cannot be used: ${reason}` : reason;
  }
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
  return isOfDatabase(error) ? `The database cannot be used: ${error.message}` : error.message;
}
