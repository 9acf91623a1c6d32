import { ConfigError } from "../config/config.ts";
import { isConnectionLost } from "../platform/database/errors.ts";
import type { BackupProblemKind } from "../platform/database/last-backup.ts";
import { AppError } from "../platform/http/app-error.ts";
import { BackupError } from "./backup-error.ts";

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
      return `There is no room left on the disk${place}. The unfinished files are removed. Make room, or choose another place.`;
    case "EFBIG":
      return `The disk cannot hold a file of this size${place}. The unfinished files are removed. Choose another place.`;
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return `This user may not write or read there${place}.`;
  }
  return isOfDatabase(error) ? `The database cannot be used: ${error.message}` : error.message;
}
