import { defineMessages } from "../../../../contract/texts.ts";

export const backupMessages = defineMessages("check_backup", {
  name: "Backup",
  none: "none was made by `npm run backup`",
  advice:
    "Run `npm run backup -- --verify FILE` every day, and keep the files on another machine. Backups made in another way are not seen here.",
  noneYet: "none was made yet",
  nightlyAdvice:
    "A running Tessera makes a backup every night. Start it. If you have just set BACKUP_FOLDER, restart it. Then search its log for 'backup'.",
  firstRuns: "the first one is being made",
  firstRunsAdvice: "Check again later.",
  last: "the last one is {days, plural, =0 {less than a day} one {# day} other {# days}} old ({rows} rows, {files} uploads, {megabytes} MB)",
  verified: "the last test restore was {days, plural, =0 {less than a day} one {# day} other {# days}} ago",
  unverified: "no test restore yet (--verify)",
  failed:
    "the last one failed {days, plural, =0 {less than a day} one {# day} other {# days}} ago: {problem}",
  roomAdvice:
    "Free some space on that disk, or name a folder on a larger one. Then run `npm run backup -- --verify FILE`.",
  folderAdvice:
    "Check that the disk of BACKUP_FOLDER is mounted and that Tessera's user may write to it. Then run `npm run backup -- --verify FILE`.",
  databaseAdvice:
    "Look at the database and at postgres.log in DATA_DIR. Then run `npm run backup -- --verify FILE`.",
  filesAdvice:
    "Some files are missing or damaged, so buyers cannot download them. Check the disk or bucket, and restore these files from an earlier backup. Then run `npm run backup -- --verify FILE`.",
  otherAdvice: "The reason says what to do. Then run `npm run backup -- --verify FILE`.",
  gone: "{file} is not there any more",
  changed: "{file} has {size} bytes instead of the {bytes} that were written",
  goneAdvice:
    "Find out which program deletes, moves or changes archives, or whether another disk is mounted there. Then run `npm run backup -- --check FILE` on a remaining archive, or make a new one.",
  noArchive: "{folder} has no archive of the last two nights",
  noRoom: "{folder} has no room for the next one",
  sameDisk: "{folder} is on the disk of DATA_DIR, and would be lost with it",
  sameDiskAdvice: "Mount another disk there, or copy the archives to another machine.",
  bucketEmpty: "the bucket of BACKUP_TO has none yet",
  bucket:
    "the newest in the bucket of BACKUP_TO is {days, plural, =0 {less than a day} one {# day} other {# days}} old ({name}, {megabytes} MB); only the private key opens it, which does not belong on this machine",
  bucketUnreadable: "the bucket of BACKUP_TO cannot be read: {failure}",
  bucketAdvice:
    "Check the name, the endpoint and the credentials of BACKUP_TO. They need the rights to list, read, write and delete objects. Then run `npm run backup -- --verify --send FILE`.",
});
