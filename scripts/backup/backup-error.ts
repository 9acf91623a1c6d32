/** An error whose message says what the operator can do. */
export class BackupError extends Error {
  override name = "BackupError";
}
