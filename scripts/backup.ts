import { type Sent, sendAway } from "../server/backup/away.ts";
import { createKeyPair } from "../server/backup/encryption.ts";
import { countRows, type End } from "../server/backup/format.ts";
import { type CommandInput, makeBackup } from "../server/backup/make-backup.ts";
import { lowerPriority } from "../server/backup/priority.ts";
import { withProblemRecorded } from "../server/backup/problem.ts";
import { formatBytes } from "../server/backup/progress.ts";
import { withVerificationLock } from "../server/backup/verification-lock.ts";
import { verifyBackup } from "../server/backup/verify-backup.ts";
import { runCommand } from "./backup/command.ts";

const USAGE = `How to use it:
  npm run backup -- FILE             saves the database, the files and the secret in one file, whether Tessera runs or not
  npm run backup -- --verify FILE    the same, and restores it into a scratch database: rows are counted, the hashes of files compared
  npm run backup -- --check FILE     restores a backup that was made earlier into a scratch database
  npm run backup -- --send FILE      also sends it encrypted to the bucket of BACKUP_TO
  npm run backup -- --new-key        prints a pair of keys for encrypted backups`;

type Input = CommandInput & { options: ReadonlySet<string> };

lowerPriority();
endWithParent();

if (process.argv[2] === "--new-key") await printKeyPair();
else
  await runCommand({ usage: USAGE, options: ["--verify", "--check", "--send"] }, (input) => {
    const work = () =>
      input.options.has("--check") ? check(input) : withProblemRecorded(input, () => backUp(input));
    return input.options.has("--verify") || input.options.has("--check")
      ? withVerificationLock(input, work)
      : work();
  });

async function backUp(input: Input) {
  const startedAt = performance.now();
  const { end, bytes } = await makeBackup(input);
  const rows = countRows(end);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const saved = `Saved ${rows} rows and ${end.files} uploads (${formatBytes(end.fileBytes)}) in ${seconds} s: ${input.file}, ${formatBytes(bytes)}.`;
  const care = "Whoever has this file has everything, secret included. Keep it as you keep a key.";
  if (end.lostFiles.length === 0) {
    const verified = input.options.has("--verify") ? `${await verify(input)}\n` : "";
    const sent = input.options.has("--send") ? `${describeSent(await sendAway(input))}\n` : "";
    return { ok: true, problem: null, text: `${saved}\n${verified}${sent}${care}` };
  }
  const lost = describeLost(end);
  const problem = { problem: lost, kind: "files" as const };
  return { ok: false, problem, text: `${saved}\n${care}\nBut it is not complete: ${lost}` };
}

/** Restores a backup of any age in a test, and reports files that it lacked from the start. */
async function check(input: Input) {
  const startedAt = performance.now();
  const { header, end } = await verifyBackup(input);
  const about = `${describeRestored(end, startedAt)}\nThe backup was made at ${header.madeAt}.`;
  if (end.lostFiles.length === 0) return { ok: true, text: about };
  return { ok: false, text: `${about}\nBut it is not complete: ${describeLost(end)}` };
}

/** Stops like Ctrl-C when the process of the nightly backup ends. */
function endWithParent(): void {
  if (!process.channel) return;
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel.unref();
}

async function verify(input: CommandInput): Promise<string> {
  const startedAt = performance.now();
  const { end } = await verifyBackup(input);
  return describeRestored(end, startedAt);
}

function describeRestored(end: End, startedAt: number): string {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  return `Restored in a test in ${seconds} s: ${countRows(end)} rows and ${end.files} uploads are complete.`;
}

function describeSent({ name, bytes, locked }: Sent): string {
  const sent = `Sent it encrypted to the bucket of BACKUP_TO: ${name}, ${formatBytes(bytes)}.`;
  return locked.length > 0 ? `${sent} The bucket does not delete ${shorten(locked)}.` : sent;
}

async function printKeyPair(): Promise<void> {
  const { publicKey, privateKey } = await createKeyPair();
  console.log(`Set this on the machine that makes the backups:
  BACKUP_KEY=${publicKey}
Keep this private key in two other places, such as a password manager and paper. It is shown only now, and nothing can open the backups without it:
  ${privateKey}`);
}

function describeLost({ lostFiles }: End): string {
  return `the bytes of ${lostFiles.length} uploads are missing or changed in the storage: ${shorten(lostFiles)}`;
}

function shorten(ids: string[]): string {
  const some = ids.slice(0, 5).join(", ");
  return ids.length > 5 ? `${some} and ${ids.length - 5} more` : some;
}
