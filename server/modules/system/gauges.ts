import { connect } from "node:tls";
import { readBackupFolder } from "../../platform/backup-folder.ts";
import { isBackupRunning } from "../../platform/database/backup-lock.ts";
import {
  findBackupProblem,
  findInstallationStart,
  findLastBackup,
} from "../../platform/database/last-backup.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { InstallationGauge } from "../../platform/metrics.ts";
import { readMemory } from "./checks/memory.ts";

const CONNECT_MS = 1_500;
const HOUR_SECONDS = 3600;

/** Returns the metrics of the installation: backups, memory and certificate. */
export function systemGauges({
  db,
  clock,
  settings,
}: Pick<Infrastructure, "db" | "clock" | "settings">): InstallationGauge[] {
  const ageOf = (time: Date | null | undefined) =>
    time ? Math.max(0, (clock.now().getTime() - time.getTime()) / 1000) : undefined;
  const readFolder = async () => {
    const { backupFolder, dataDir } = settings;
    const folder = backupFolder && (await readBackupFolder(backupFolder, dataDir));
    return folder && folder.problem === null ? folder : undefined;
  };
  return [
    {
      name: "tessera_backup_age_seconds",
      help: "Age of the last backup by `npm run backup`. Without one, the age of the installation if BACKUP_FOLDER is set and no backup is running, otherwise absent",
      async read() {
        const last = await findLastBackup(db);
        // Absent while the first backup runs, so that no alert fires.
        if (last || !settings.backupFolder || (await isBackupRunning(db))) return ageOf(last?.finishedAt);
        return ageOf(await findInstallationStart(db));
      },
    },
    {
      name: "tessera_backup_verified_age_seconds",
      help: "Age of the last successful test restore of a backup. Absent without one",
      read: async () => ageOf((await findLastBackup(db))?.verifiedAt),
    },
    {
      name: "tessera_backup_bytes",
      help: "Size of the last backup. Absent without one",
      read: async () => (await findLastBackup(db))?.bytes ?? undefined,
    },
    {
      name: "tessera_backup_rows",
      help: "Rows of the database in the last backup. Absent without one",
      read: async () => (await findLastBackup(db))?.rows ?? undefined,
    },
    {
      name: "tessera_backup_files",
      help: "Uploads in the last backup, each compared with its hash. Absent without one",
      read: async () => (await findLastBackup(db))?.files ?? undefined,
    },
    {
      name: "tessera_backup_problem_seconds",
      help: "Time since the last backup failed, or found lost or changed files. Absent otherwise",
      read: async () => ageOf((await findBackupProblem(db))?.foundAt),
    },
    {
      name: "tessera_backup_archives",
      help: "Nightly backups in BACKUP_FOLDER. Absent without that setting",
      read: async () => (await readFolder())?.archives.size,
    },
    {
      name: "tessera_backup_disk_bytes",
      help: "Free space of the disk of BACKUP_FOLDER. Absent without that setting",
      read: async () => (await readFolder())?.freeBytes,
    },
    {
      name: "tessera_memory_bytes",
      help: "Available and total memory of this machine or its container",
      label: "state",
      read: async () => readMemory(),
    },
    {
      name: "tessera_certificate_seconds",
      help: "Time until the certificate of PUBLIC_URL expires, negative after that. Absent without https, or if no certificate can be read",
      freshSeconds: HOUR_SECONDS,
      async read() {
        const end = await readCertificateEnd(new URL(settings.publicUrl));
        return end && (end.getTime() - clock.now().getTime()) / 1000;
      },
    },
  ];
}

/**
 * Returns the expiry of a site's certificate, even one in the past, or undefined if it cannot be read in
 * time.
 */
export async function readCertificateEnd(url: URL): Promise<Date | undefined> {
  if (url.protocol !== "https:") return undefined;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve) => {
    // Accept an expired certificate, because only its expiry is read and nothing is sent.
    const socket = connect({
      host,
      port: Number(url.port || 443),
      rejectUnauthorized: false,
      timeout: CONNECT_MS,
      // An IP address has no server name.
      ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
    });
    const finish = (end?: Date) => {
      socket.destroy();
      resolve(end);
    };
    socket.once("secureConnect", () => {
      const end = new Date(socket.getPeerCertificate().valid_to);
      finish(Number.isNaN(end.getTime()) ? undefined : end);
    });
    socket.once("timeout", () => finish());
    socket.once("error", () => finish());
  });
}
