import { readdir, stat } from "node:fs/promises";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { readConfig } from "../config/config.ts";
import { openBackupBucket } from "../platform/backup-bucket.ts";
import { SECRET_ACCESS_KEY, testBuckets } from "../platform/storage/bucket.test-kit.ts";
import { offerFile } from "../testing/factories.ts";
import { SECRET } from "../testing/harness.ts";
import { sendAway, withPlainArchive } from "./away.ts";
import {
  addImage,
  borrowInstallation,
  createArchiveFolder,
  describeDatabase,
  describeUploads,
  type Installation,
  openSite,
  save,
} from "./backup.test-kit.ts";
import { createKeyPair } from "./encryption.ts";
import { restoreBackup } from "./restore-backup.ts";

const archive = createArchiveFolder();
const buckets = testBuckets();
const keys = await createKeyPair();
const watching = { signal: new AbortController().signal, progress: { step() {}, bytes() {}, end() {} } };

/** The settings of an installation that sends its backups to a bucket. */
function configOf({ url, folder }: Installation, bucket: string, more: Record<string, string> = {}) {
  return readConfig({
    DATABASE_URL: url,
    DATA_DIR: folder,
    APP_SECRET: SECRET,
    BACKUP_FOLDER: folder,
    BACKUP_TO: `s3://${bucket}?region=eu-central-1&endpoint=${buckets.url}`,
    BACKUP_KEY: keys.publicKey,
    BACKUP_ACCESS_KEY_ID: "backup",
    BACKUP_SECRET_ACCESS_KEY: SECRET_ACCESS_KEY,
    ...more,
  });
}

async function listOf(config: ReturnType<typeof configOf>): Promise<string[]> {
  if (!config.backupTarget) throw new Error("no target");
  const bucket = await openBackupBucket(config.backupTarget.bucket);
  const names = (await bucket.list()).map(({ name }) => name);
  bucket.close();
  return names;
}

/** Puts empty objects of these names into a bucket. */
async function put(bucket: string, names: readonly string[]): Promise<void> {
  const client = new S3Client({ region: "eu-central-1", endpoint: buckets.url, forcePathStyle: true });
  for (const Key of names) await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: "x" }));
  client.destroy();
}

test("sends a backup encrypted, and restores it elsewhere with the private key by one command", async () => {
  const [source, target] = [await borrowInstallation(), await borrowInstallation()];
  const bucket = await buckets.create();
  const site = await openSite(source);
  const user = await site.signUp();
  await offerFile(site, user, "bytes that travel");
  await addImage(site, user);
  await site.close();
  const file = archive("tessera-2026-11-21-021500.tar");
  await save(source, file);
  const config = configOf(source, bucket);
  const sent = await sendAway({ config, file, ...watching });
  expect(sent).toMatchObject({ name: "tessera-2026-11-21-021500.tar.age", locked: [] });
  expect(sent.bytes).toBeGreaterThan((await stat(file)).size);

  const restored = configOf(target, bucket, { BACKUP_PRIVATE_KEY: keys.privateKey });
  const options = new Set(["--from-bucket"]);
  const { end } = await withPlainArchive(
    { config: restored, file: "latest", options, ...watching },
    restoreBackup,
  );
  expect(end).toMatchObject({ files: 2, lostFiles: [] });
  expect(await describeDatabase(target.url)).toEqual(await describeDatabase(source.url));
  expect(await describeUploads(target)).toEqual(await describeUploads(source));
  expect((await readdir(target.folder)).filter((name) => name.startsWith("restore-"))).toEqual([]);
});

test("deletes old backups from the bucket after a newer one has arrived, and nothing else", async () => {
  const source = await borrowInstallation();
  const bucket = await buckets.create();
  const names = [
    ...["tessera-2026-11-06-021500.tar.age", "tessera-2026-11-09-021500.tar.age", "tessera-notes.txt"],
    ...["tessera-2026-11-06-021500.tar", "holiday.jpg"],
  ];
  await put(bucket, names);
  await (await openSite(source)).close();
  const file = archive("tessera-2026-11-23-021500.tar");
  const config = configOf(source, bucket);
  expect(await listOf(config)).toEqual(names.slice(0, 2));
  await save(source, file);
  await sendAway({ config, file, ...watching });
  expect(await listOf(config)).toEqual([
    "tessera-2026-11-09-021500.tar.age",
    "tessera-2026-11-23-021500.tar.age",
  ]);
});

test("names the reason for an unknown bucket or name, and a missing key", async () => {
  const source = await borrowInstallation();
  await (await openSite(source)).close();
  const file = archive("tessera-2026-11-22-021500.tar");
  await save(source, file);
  const gone = configOf(source, "tessera-never-created");
  await expect(sendAway({ config: gone, file, ...watching })).rejects.toThrow(
    /^The bucket of BACKUP_TO cannot be used: .* The backup is only in .*tessera-2026-11-22-021500\.tar\.$/,
  );
  const bucket = await buckets.create();
  const from = (config: typeof gone, name: string) =>
    withPlainArchive({ config, file: name, options: new Set(["--from-bucket"]), ...watching }, restoreBackup);
  await expect(from(configOf(source, bucket), "latest")).rejects.toThrow(
    "The backup is encrypted. Set BACKUP_PRIVATE_KEY",
  );
  const withKey = configOf(source, bucket, { BACKUP_PRIVATE_KEY: keys.privateKey });
  await expect(from(withKey, "latest")).rejects.toThrow("has no backup. It has: none.");
  await put(bucket, ["tessera-2026-11-21-021500.tar.age"]);
  await expect(from(withKey, "other.age")).rejects.toThrow(
    "has no other.age. It has: tessera-2026-11-21-021500.tar.age.",
  );
});
