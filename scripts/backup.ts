import { runCommand } from "./backup/command.ts";
import { countRows } from "./backup/format.ts";
import { type CommandInput, makeBackup } from "./backup/make-backup.ts";
import { lowerPriority } from "./backup/priority.ts";
import { withProblemRecorded } from "./backup/problem.ts";
import { formatBytes } from "./backup/progress.ts";
import { verifyBackup } from "./backup/verify-backup.ts";

const USAGE = `How to use it:
  npm run backup -- FILE             saves the database, the files and the secret in one file, while Tessera runs or while it does not
  npm run backup -- --verify FILE    the same, and restores it into a scratch database: rows are counted, the hashes of files compared`;

lowerPriority();
endWithParent();

await runCommand({ usage: USAGE, options: ["--verify"] }, (input) =>
  withProblemRecorded(input, () => backUp(input)),
);

async function backUp(input: CommandInput & { options: ReadonlySet<string> }) {
  const startedAt = performance.now();
  const { end, bytes } = await makeBackup(input);
  const rows = countRows(end);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const saved = `Saved ${rows} rows and ${end.files} uploads (${formatBytes(end.fileBytes)}) in ${seconds} s: ${input.file}, ${formatBytes(bytes)}.`;
  const care = "Whoever has this file has everything, secret included. Keep it as you keep a key.";
  if (end.lostFiles.length === 0) {
    const verified = input.options.has("--verify") ? await verify(input) : "";
    return { ok: true, problem: null, text: `${saved}\n${verified}${care}` };
  }
  const lost = `of ${end.lostFiles.length} uploads the store has lost the bytes, or has others: ${shorten(end.lostFiles)}`;
  return { ok: false, problem: lost, text: `${saved}\n${care}\nYet it is not complete: ${lost}` };
}

/** Stops as by Ctrl-C when the process that takes a backup every night ends. */
function endWithParent(): void {
  if (!process.channel) return;
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel.unref();
}

async function verify(input: CommandInput): Promise<string> {
  const startedAt = performance.now();
  const { end } = await verifyBackup(input);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  return `Restored in a test in ${seconds} s: ${countRows(end)} rows and ${end.files} uploads are complete.\n`;
}

function shorten(ids: string[]): string {
  const some = ids.slice(0, 5).join(", ");
  return ids.length > 5 ? `${some} and ${ids.length - 5} more` : some;
}
