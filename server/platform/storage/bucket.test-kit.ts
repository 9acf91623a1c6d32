import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { createEmulator, type Emulator } from "emulate";
import { afterAll, beforeAll, vi } from "vitest";
import { s3Storage } from "./adapters/s3.ts";
import type { Storage } from "./port.ts";

const region = "eu-central-1";
export const SECRET_ACCESS_KEY = "for-tests";

type Buckets = {
  url: string;
  /** The folder of uploads in progress. */
  folder: string;
  /** Creates a bucket, and returns its name. */
  create(): Promise<string>;
  /** Opens a bucket, by default a new one. Nobody needs to listen at `endpoint`. */
  open(options?: { endpoint?: string; bucket?: string }): Promise<Storage>;
};

/** Runs a storage with an S3 API for the tests of a file. It checks no signatures. */
export function testBuckets(): Buckets {
  const buckets: Buckets = {
    url: "",
    folder: "",
    async create() {
      const bucket = `tessera-${randomBytes(4).toString("hex")}`;
      const admin = new S3Client({ region, endpoint: buckets.url, forcePathStyle: true });
      await admin.send(new CreateBucketCommand({ Bucket: bucket }));
      admin.destroy();
      return bucket;
    },
    async open({ endpoint = buckets.url, bucket } = {}) {
      const name = bucket ?? (await buckets.create());
      const config = { bucket: name, region, endpoint };
      return s3Storage({ config, staging: join(buckets.folder, name), log: { warn: () => {} } });
    },
  };
  let store: Emulator;
  beforeAll(async () => {
    vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIAIOSFODNN7EXAMPLE");
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", SECRET_ACCESS_KEY);
    buckets.folder = await mkdtemp(join(tmpdir(), "s3-"));
    store = await createEmulator({ service: "aws", port: 0 });
    buckets.url = store.url;
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await store.close();
    await rm(buckets.folder, { recursive: true });
  });
  return buckets;
}
