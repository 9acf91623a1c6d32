import { withPlainArchive } from "../server/backup/away.ts";
import { countRows } from "../server/backup/format.ts";
import { formatBytes } from "../server/backup/progress.ts";
import { restoreBackup } from "../server/backup/restore-backup.ts";
import { runCommand } from "./backup/command.ts";

const USAGE = `How to use it:
  npm run restore -- FILE                   restores a backup into an empty DATA_DIR, or into the empty database of DATABASE_URL
  npm run restore -- --from-bucket latest   the same with the newest backup in the bucket of BACKUP_TO, or with the one of a name
An encrypted backup needs BACKUP_PRIVATE_KEY, or BACKUP_PRIVATE_KEY_FILE.`;

await runCommand({ usage: USAGE, options: ["--from-bucket"] }, async (input) => {
  const startedAt = performance.now();
  const { header, end, unknownTables } = await withPlainArchive(input, restoreBackup);
  const rows = countRows(end);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const lines = [
    `Restored ${rows} rows and ${end.files} uploads (${formatBytes(end.fileBytes)}) of ${header.madeAt} in ${seconds} s.`,
    "Start Tessera with: npm start. It sends the emails that waited at the time of the backup, so the saved installation must not run as well.",
  ];
  if (unknownTables.length > 0)
    lines.push(`Left out, because they are not Tessera's: ${unknownTables.join(", ")}`);
  if (end.lostFiles.length > 0) {
    lines.push(`${end.lostFiles.length} uploads were lost before the backup was made, and are lost here.`);
  }
  return { ok: true, text: lines.join("\n") };
});
