import { randomBytes } from "node:crypto";
import { cp, readdir } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { createEmulator } from "emulate";
import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { migrate } from "../platform/database/migrate.ts";
import { openStorage } from "../platform/storage/open.ts";
import { migrationsFolder } from "../testing/database.ts";
import { addFile } from "../testing/factories.ts";
import { formerRecords } from "../testing/former-migrations.ts";
import {
  addImage,
  ask,
  borrowInstallation,
  createArchiveFolder,
  describeUploads,
  openSite,
  restore,
  save,
} from "./backup.test-kit.ts";

const log = pino({ level: "silent" });
const archive = createArchiveFolder();

test("migrates a backup of commit 25e65fde to this release, and rejects an earlier one", async () => {
  const [source, target] = [await borrowInstallation(), await borrowInstallation()];
  const steps = (await readdir(migrationsFolder)).filter((file) => file.endsWith(".sql")).sort();
  const folder = archive("earlier-migrations");
  for (const step of steps.slice(0, 1)) await cp(join(migrationsFolder, step), join(folder, step));
  await migrate({ url: source.url, folder, log });
  for (const statement of formerRecords()) await ask(source.url, statement);
  await ask(source.url, "insert into users (email) values ('anna@example.org')");
  await ask(
    source.url,
    "insert into creators (user_id, handle, display_name) select id, 'anna', 'Änna' from users",
  );
  await ask(
    source.url,
    "create table events_2025_07 partition of events for values from ('2025-07-01') to ('2025-08-01')",
  );
  await ask(
    source.url,
    "insert into events (creator_id, event, created_at) select id, 'page_view', '2025-07-01T12:00:00Z' from creators",
  );
  await save(source, archive("earlier.tar"));
  await ask(source.url, "delete from compatible_migrations where name like '0082%'");
  await save(source, archive("too-early.tar"));

  await expect(restore(target, archive("too-early.tar"))).rejects.toThrow(
    "The backup is from before commit 25e65fde. Restore it with that commit, then start this release.",
  );
  await restore(target, archive("earlier.tar"));
  expect(await ask(target.url, "select name from schema_migrations order by 1")).toEqual(steps);
  const partitions = await ask(target.url, "select tableoid::regclass::text from events");
  expect(partitions).toEqual(["events_2025_07_01"]);
  expect(await ask(target.url, "select words like '%anna%' from user_directory")).toEqual([true]);
  const first =
    "insert into events (creator_id, event) select id, 'page_view' from creators returning id::int";
  expect(await ask(target.url, first)).toEqual([2]);
});

test("moves files from a folder to a bucket and backs them up from there", async () => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIAIOSFODNN7EXAMPLE");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "for-tests");
  const store = await createEmulator({ service: "aws", port: 0 });
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await store.close();
  });
  const bucket = `tessera-${randomBytes(4).toString("hex")}`;
  const s3 = { bucket, region: "eu-central-1", endpoint: store.url };
  const admin = new S3Client({ region: s3.region, endpoint: store.url, forcePathStyle: true });
  await admin.send(new CreateBucketCommand({ Bucket: bucket }));
  admin.destroy();

  const [folder, bucketCopy] = [await borrowInstallation(), await borrowInstallation()];
  const site = await openSite(folder);
  const user = await site.signUp();
  const path = await addFile(site, user, "bytes that travel");
  await addImage(site, user);
  await site.close();
  const inBucket = { config: { ...bucketCopy.config, storage: s3 } };
  const before = await save(folder, archive("to-bucket.tar"));
  await restore(inBucket, archive("to-bucket.tar"));
  expect(await describeUploads(bucketCopy)).toEqual({});
  const storage = await openStorage({ s3, dataDir: bucketCopy.folder, log });
  onTestFinished(() => storage.stop());
  const kept = await storage.openFile(`digital/${path}`);
  expect(kept && (await buffer(kept.stream)).toString()).toBe("bytes that travel");

  // Each is compared with the size and hash in its row.
  const { end } = await save(inBucket, archive("from-bucket.tar"));
  expect(end).toMatchObject({ files: 2, lostFiles: [] });
  expect(end.fileBytes).toBe(before.end.fileBytes);
});
