import type { BackupProblemKind } from "../../server/platform/database/last-backup.ts";

/** An error whose message names what the operator can do. */
export class BackupError extends Error {
  override name = "BackupError";
  readonly kind: BackupProblemKind;
  constructor(message: string, kind: BackupProblemKind = "other") {
    super(message);
    this.kind = kind;
  }
}
