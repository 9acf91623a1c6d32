import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

test("requires a pooler beside a direct connection, and enough connections for requests", () => {
  const DATABASE_URL = "postgresql://pooler/tessera";
  const DATABASE_DIRECT_URL = "postgresql://server/tessera";
  const APP_SECRET = "x".repeat(32);
  expect(() => readConfig({ DATABASE_DIRECT_URL })).toThrow(
    "DATABASE_DIRECT_URL requires DATABASE_URL, which names the pooler",
  );
  const direct = readConfig({ DATABASE_URL, APP_SECRET });
  expect(direct).toMatchObject({ databaseDirectUrl: DATABASE_URL, isDatabasePooled: false });
  const pooled = readConfig({ DATABASE_URL, DATABASE_DIRECT_URL, APP_SECRET });
  expect(pooled).toMatchObject({ databaseDirectUrl: DATABASE_DIRECT_URL, isDatabasePooled: true });
  for (const wrong of ["9", "23"]) {
    expect(() => readConfig({ DATABASE_CONNECTIONS: wrong })).toThrow(
      "DATABASE_CONNECTIONS must be a whole number from 10 to 22",
    );
  }
});

test("rejects direct uploads without a bucket", () => {
  for (const DIRECT_UPLOAD_MB of ["0", ""]) {
    expect(readConfig({ DIRECT_UPLOAD_MB })).toMatchObject({ directUploadBytes: 0, warnings: [] });
  }
  expect(() => readConfig({ DIRECT_UPLOAD_MB: "50" })).toThrow(
    "DIRECT_UPLOAD_MB sends files straight to a bucket, but there is none: set STORAGE_URL, such as s3://",
  );
  const { directUploadBytes } = readConfig({ DIRECT_UPLOAD_MB: "50", STORAGE_URL: "s3://files" });
  expect(directUploadBytes).toBe(50 * 1024 * 1024);
  expect(() => readConfig({ DIRECT_UPLOAD_MB: "50.5", STORAGE_URL: "s3://files" })).toThrow(
    "DIRECT_UPLOAD_MB must be a whole number from 0 to 5000",
  );
});

test("requires a public key and another bucket than the uploads' for encrypted backups", () => {
  const BACKUP_KEY = `age1${"q".repeat(58)}`;
  const BACKUP_FOLDER = "/backups";
  const BACKUP_TO = "s3://backups?region=eu-central-1";
  const keys = { BACKUP_ACCESS_KEY_ID: "id", BACKUP_SECRET_ACCESS_KEY: "secret" };
  const { backupTarget } = readConfig({ BACKUP_TO, BACKUP_KEY, BACKUP_FOLDER, ...keys });
  expect(backupTarget).toMatchObject({
    key: BACKUP_KEY,
    bucket: { bucket: "backups", credentials: { accessKeyId: "id", secretAccessKey: "secret" } },
  });
  const AWS = { AWS_ACCESS_KEY_ID: "aws", AWS_SECRET_ACCESS_KEY: "of aws" };
  expect(readConfig({ BACKUP_TO, BACKUP_KEY, ...AWS }).backupTarget?.bucket.credentials).toMatchObject({
    accessKeyId: "aws",
  });
  expect(() => readConfig({ BACKUP_TO })).toThrow("BACKUP_TO requires BACKUP_KEY");
  expect(() => readConfig({ BACKUP_TO, BACKUP_KEY, STORAGE_URL: "s3://backups" })).toThrow(
    "BACKUP_TO names the bucket of STORAGE_URL",
  );
  expect(() => readConfig({ BACKUP_TO, BACKUP_KEY: `AGE-SECRET-KEY-1${"Q".repeat(58)}` })).toThrow(
    "BACKUP_KEY must be the public key",
  );
});
