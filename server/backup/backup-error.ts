import type { BackupProblemKind } from "../platform/database/last-backup.ts";

/** An error with advice for the operator in its message. */
export class BackupError extends Error {
  override name = "BackupError";
  readonly kind: BackupProblemKind;
  constructor(message: string, kind: BackupProblemKind = "other") {
    super(message);
    this.kind = kind;
  }
}
