/** An error whose message names what the operator can do. */
export class BackupError extends Error {
  override name = "BackupError";
}
