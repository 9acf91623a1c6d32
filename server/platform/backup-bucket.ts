import { Readable } from "node:stream";
import { isAwayArchive } from "./backup-folder.ts";
import type { S3Config } from "./storage/s3-url.ts";

const CONNECT_MS = 5_000;
const IDLE_TIMEOUT_MS = 60_000;
const PART_BYTES = 32 * 1024 * 1024;

/** An encrypted archive in the bucket of BACKUP_TO. */
export type AwayArchive = { name: string; bytes: number; sentAt: Date };

/** The bucket of BACKUP_TO. All functions throw the error of the S3 library if it cannot be used. */
export type BackupBucket = {
  /** Lists the complete archives, the newest last. Ignores other objects. */
  list(): Promise<AwayArchive[]>;
  /** Saves bytes under a name, all or none. Returns the size that the bucket reports afterwards. */
  send(name: string, bytes: Readable, signal: AbortSignal): Promise<number>;
  open(name: string): Promise<Readable>;
  remove(name: string): Promise<void>;
  close(): void;
};

/** Opens a bucket. Sends no request. */
export async function openBackupBucket({
  bucket: Bucket,
  region,
  endpoint,
  credentials,
}: S3Config): Promise<BackupBucket> {
  const [s3, { Upload }] = await Promise.all([import("@aws-sdk/client-s3"), import("@aws-sdk/lib-storage")]);
  const client = new s3.S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    maxAttempts: 3,
    // Some compatible storages do not support the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: IDLE_TIMEOUT_MS },
  });
  return {
    async list() {
      const archives: AwayArchive[] = [];
      for await (const { Contents = [] } of s3.paginateListObjectsV2(
        { client },
        { Bucket, Prefix: "tessera-" },
      ))
        for (const { Key = "", Size = 0, LastModified } of Contents)
          if (isAwayArchive(Key) && LastModified)
            archives.push({ name: Key, bytes: Size, sentAt: LastModified });
      return archives.sort((one, other) => (one.name < other.name ? -1 : 1));
    },
    async send(name, bytes, signal) {
      const upload = new Upload({
        client,
        params: { Bucket, Key: name, Body: bytes, ContentType: "application/octet-stream" },
        partSize: PART_BYTES,
        queueSize: 2,
      });
      const abort = () => void upload.abort();
      signal.addEventListener("abort", abort, { once: true });
      try {
        await upload.done();
      } finally {
        signal.removeEventListener("abort", abort);
      }
      const { ContentLength } = await client.send(new s3.HeadObjectCommand({ Bucket, Key: name }));
      return ContentLength ?? 0;
    },
    async open(name) {
      const { Body } = await client.send(new s3.GetObjectCommand({ Bucket, Key: name }));
      if (Body instanceof Readable) return Body;
      throw new Error("response without a body");
    },
    async remove(name) {
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key: name }));
    },
    close: () => client.destroy(),
  };
}
