/** What a person can do something about, in words. */
export class BackupProblem extends Error {
  override name = "BackupProblem";
}
