import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

test.for([
  [{ SIGNED_DOWNLOAD_MINUTES: "5" }, /^SIGNED_DOWNLOAD_MINUTES has no effect without STORAGE_URL, such as /],
  [
    { SIGNED_DOWNLOAD_MINUTES: "5", STORAGE_URL: "s3://files?endpoint=http://storage:8333" },
    /^SIGNED_DOWNLOAD_MINUTES leads buyers to the endpoint .* such as https:\/\/s3\.example$/,
  ],
  [
    { DIRECT_UPLOAD_MB: "50", STORAGE_URL: "s3://files?endpoint=http://storage:8333" },
    /^DIRECT_UPLOAD_MB lets creators send files to the endpoint .* such as https:\/\/s3\.example$/,
  ],
  [
    { DIRECT_UPLOAD_MB: "600", STORAGE_URL: "s3://files" },
    /^DIRECT_UPLOAD_MB is larger than any file may be, .* such as 50$/,
  ],
  [{ FILES_BY_PROXY: "/tessera-files" }, /^FILES_BY_PROXY has no effect without TRUST_PROXY, such as /],
  [
    { FILES_BY_PROXY: "x-sendfile", TRUST_PROXY: "127.0.0.1", STORAGE_URL: "s3://files" },
    /^FILES_BY_PROXY has no effect beside STORAGE_URL/,
  ],
  [
    { MOLLIE_API_KEY: "test_thekeyofatestprofile0001", PUBLIC_URL: "http://localhost:3000" },
    /^PUBLIC_URL cannot be reached by Mollie, .* such as https:\/\/tessera\.example$/,
  ],
  [{ BACKUP_KEY: `age1${"q".repeat(58)}` }, /^BACKUP_KEY has no effect without BACKUP_TO, such as /],
  [
    { BACKUP_FOLDER: "/backups", BACKUP_PRIVATE_KEY: `AGE-SECRET-KEY-1${"Q".repeat(58)}` },
    /^BACKUP_PRIVATE_KEY opens the backups that this machine makes: /,
  ],
  [{ BACKUP_KEEP_DAYS: "7" }, /^BACKUP_KEEP_DAYS has no effect without BACKUP_FOLDER, such as /],
] as const)("warns of %j", ([env, warning]) => {
  expect(readConfig(env).warnings).toEqual([expect.stringMatching(warning)]);
});

test.for(["tessera-files", "/tessera-files/", "/../uploads x", "on"])(
  "rejects FILES_BY_PROXY=%s",
  (value) => {
    expect(() => readConfig({ FILES_BY_PROXY: value })).toThrow(
      "FILES_BY_PROXY must be the internal location of nginx, such as /tessera-files, or x-sendfile",
    );
  },
);
