import { createReadStream } from "node:fs";
import { Readable, Transform } from "node:stream";
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { type Clock, systemClock } from "../../clock/index.ts";
import type { Log } from "../../log/index.ts";
import { storageErrors } from "../errors.ts";
import { checkKey } from "../keys.ts";
import type { ByteRange, DirectUploads, Storage } from "../port.ts";
import type { S3Config } from "../s3-url.ts";
import { openStaging } from "../staging.ts";

const CONNECT_MS = 2_000;
/** Some storages are silent for seconds while they confirm a part. */
const IDLE_TIMEOUT_MS = 15_000;
/** Timeout of requests to an unavailable storage. */
const RESPONSE_TIMEOUT_MS = 8_000;
const PART_BYTES = 16 * 1024 * 1024;
/** The slowest rate at which a storage copies a file, without a response meanwhile. Many copy by reference. */
const COPIED_BYTES_PER_SECOND = 16 * 1024 * 1024;
const OCTETS = "application/octet-stream";

/** Stores files in a bucket. Uploads in progress are local files. */
export async function s3Storage(options: {
  config: S3Config;
  /** The folder of uploads in progress. */
  staging: string;
  log: Pick<Log, "warn">;
  clock?: Clock;
}): Promise<Storage> {
  const { config, log, clock = systemClock } = options;
  const { bucket, region, endpoint, credentials } = config;
  const settings: S3ClientConfig = {
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    maxAttempts: 2,
    // Some compatible storages do not support the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  };
  // Downloads may pause for a slow client. Uploads may not.
  const reader = new S3Client({ ...settings, requestHandler: { connectionTimeout: CONNECT_MS } });
  const writer = new S3Client({
    ...settings,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: IDLE_TIMEOUT_MS },
  });
  const staging = await openStaging({ folder: options.staging, clock });
  void untilResponse((options) => reader.send(new HeadBucketCommand({ Bucket: bucket }), options)).catch(
    (error) => log.warn({ err: error, bucket }, "bucket of STORAGE_URL unavailable"),
  );

  return {
    ...staging,
    async saveFile(key, temp) {
      const upload = new Upload({
        client: writer,
        params: { Bucket: bucket, Key: checkKey(key), Body: createReadStream(temp.path) },
        partSize: PART_BYTES,
        queueSize: 2,
      });
      await upload.done().catch(reject);
      await temp.discard();
    },
    async openFile(key, range) {
      const requested = range && `bytes=${range.start}-${range.end}`;
      const command = new GetObjectCommand({ Bucket: bucket, Key: checkKey(key), Range: requested });
      const found = await untilResponse((options) => reader.send(command, options)).catch(nullIfNotFound);
      if (!found) return null;
      if (!(found.Body instanceof Readable)) throw new Error("response without a body");
      const total = /\/(\d+)$/.exec(found.ContentRange ?? "")?.[1];
      if (range && total === undefined) {
        return { stream: cut(found.Body, range), size: found.ContentLength ?? 0 };
      }
      return { stream: found.Body, size: total === undefined ? (found.ContentLength ?? 0) : Number(total) };
    },
    signDownload(key, { seconds, type, disposition }) {
      const command = new GetObjectCommand({
        Bucket: bucket,
        Key: checkKey(key),
        ResponseContentType: type,
        ResponseContentDisposition: disposition,
        ResponseCacheControl: "private, no-store",
      });
      // Signing sends no request, unless the credentials of the machine's role must be fetched first.
      return getSignedUrl(reader, command, { expiresIn: seconds });
    },
    directUploads: await openDirectUploads({ client: reader, settings, bucket }),
    async deleteFile(key) {
      const command = new DeleteObjectCommand({ Bucket: bucket, Key: checkKey(key) });
      await untilResponse((options) => reader.send(command, options)).catch(reject);
    },
    async stop() {
      reader.destroy();
      writer.destroy();
    },
  };
}

type Opened = { client: S3Client; settings: S3ClientConfig; bucket: string };

async function openDirectUploads({ client, settings, bucket }: Opened): Promise<DirectUploads> {
  const signPut = (signer: S3Client, key: string, { bytes, seconds }: { bytes: number; seconds: number }) =>
    getSignedUrl(
      signer,
      new PutObjectCommand({ Bucket: bucket, Key: key, ContentLength: bytes, ContentType: OCTETS }),
      // The signer leaves the type out unless it is named.
      { expiresIn: seconds, signableHeaders: new Set(["host", "content-length", "content-type"]) },
    );
  // The origin depends only on the bucket's name and region. The credentials of a role would have to be fetched.
  const anyone = new S3Client({ ...settings, credentials: { accessKeyId: "none", secretAccessKey: "none" } });
  const { origin } = new URL(await signPut(anyone, "incoming/origin", { bytes: 1, seconds: 1 }));
  anyone.destroy();
  return {
    origin,
    sign: async (key, upload) => ({
      url: await signPut(client, checkKey(key), upload).catch(reject),
      // A browser sends the length itself.
      headers: { "Content-Type": OCTETS },
    }),
    async copy({ from, to, bytes }) {
      const command = new CopyObjectCommand({
        Bucket: bucket,
        CopySource: `${bucket}/${checkKey(from)}`,
        Key: checkKey(to),
        MetadataDirective: "REPLACE",
        ContentType: OCTETS,
      });
      const limitMs = IDLE_TIMEOUT_MS + (bytes / COPIED_BYTES_PER_SECOND) * 1000;
      await untilResponse((options) => client.send(command, options), limitMs).catch(reject);
    },
  };
}

/** Limits the time until the response starts. Its body has no time limit. */
async function untilResponse<T>(
  send: (options: { abortSignal: AbortSignal }) => Promise<T>,
  limitMs = RESPONSE_TIMEOUT_MS,
): Promise<T> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), limitMs);
  try {
    return await send({ abortSignal: timeout.signal });
  } finally {
    clearTimeout(timer);
  }
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof NoSuchKey) return null;
  return reject(error);
}

function reject(cause: unknown): never {
  throw storageErrors.away({ cause });
}

/** Returns the range of a whole file, which a server may send instead of the range (RFC 9110, section 14.2). */
function cut(source: Readable, { start, end }: ByteRange): Readable {
  let at = 0;
  const part = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const from = Math.max(0, start - at);
      const to = Math.min(chunk.length, end + 1 - at);
      at += chunk.length;
      if (from < to) this.push(chunk.subarray(from, to));
      done();
    },
  });
  source.once("error", (error) => part.destroy(error));
  part.once("close", () => source.destroy());
  return source.pipe(part);
}
