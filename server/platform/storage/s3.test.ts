import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { createEmulator, type Emulator } from "emulate";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { s3Storage } from "./adapters/s3.ts";
import { testStorage } from "./storage.test-suite.ts";

const log = { warn: () => {} };
let store: Emulator;
let folder: string;

beforeAll(async () => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIAIOSFODNN7EXAMPLE");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "for-tests");
  folder = await mkdtemp(join(tmpdir(), "s3-"));
  store = await createEmulator({ service: "aws", port: 0 });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await store.close();
  await rm(folder, { recursive: true });
});

async function openStore(endpoint = store.url) {
  const bucket = `tessera-${randomBytes(4).toString("hex")}`;
  const config = { bucket, region: "eu-central-1", endpoint };
  if (endpoint === store.url) {
    const admin = new S3Client({ region: config.region, endpoint, forcePathStyle: true });
    await admin.send(new CreateBucketCommand({ Bucket: bucket }));
    admin.destroy();
  }
  return s3Storage({ config, staging: join(folder, bucket), log });
}

describe("files in a bucket", () => testStorage(() => openStore()));

test("a signed URL sends the file and its ranges as an attachment, and says for how long", async () => {
  const storage = await openStore();
  async function* bytes() {
    yield Buffer.from("clay pot");
  }
  await storage.saveFile("digital/pot", await storage.createTemp(bytes()));
  const disposition = "attachment; filename=\"Topfe.zip\"; filename*=UTF-8''T%C3%B6pfe.zip";
  const url = new URL((await storage.signDownload?.("digital/pot", { seconds: 300, disposition })) ?? "");
  expect(url.origin).toBe(new URL(store.url).origin);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    "X-Amz-Algorithm": "AWS4-HMAC-SHA256",
    "X-Amz-Expires": "300",
    "X-Amz-SignedHeaders": "host",
    "response-content-disposition": disposition,
    "response-content-type": "application/octet-stream",
    "response-cache-control": "private, no-store",
  });
  expect(await (await fetch(url)).text()).toBe("clay pot");
  const part = await fetch(url, { headers: { range: "bytes=0-3" } });
  expect([200, 206]).toContain(part.status);
  await expect(async () => storage.signDownload?.("../pot", { seconds: 300, disposition })).rejects.toThrow();
  await storage.stop();
});

test("a request to a storage that does not respond times out", async () => {
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const address = silent.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const startedAt = performance.now();
  const storage = await openStore(`http://127.0.0.1:${port}`);
  await expect(storage.openFile("digital/pot")).rejects.toMatchObject({ status: 503 });
  expect(performance.now() - startedAt).toBeLessThan(20_000);
  await storage.stop();
  silent.closeAllConnections();
  silent.close();
}, 30_000);

test("a storage that is silent for some seconds before it confirms a file gets it", async () => {
  const slow = createServer((request, response) => {
    request.resume();
    setTimeout(() => response.writeHead(200, { etag: '"1"' }).end(), request.method === "PUT" ? 6_000 : 0);
  }).listen(0, "127.0.0.1");
  await once(slow, "listening");
  const address = slow.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const storage = await openStore(`http://127.0.0.1:${port}`);
  async function* bytes() {
    yield Buffer.from("clay");
  }
  await storage.saveFile("digital/pot", await storage.createTemp(bytes()));
  await storage.stop();
  slow.closeAllConnections();
  slow.close();
}, 60_000);

test("an unavailable storage is reported within ten seconds, and leaves no partial file", async () => {
  const storage = await openStore("http://127.0.0.1:9");
  async function* bytes() {
    yield Buffer.from("clay");
  }
  const temp = await storage.createTemp(bytes());
  const startedAt = performance.now();
  await expect(storage.saveFile("digital/pot", temp)).rejects.toMatchObject({ status: 503 });
  await expect(storage.openFile("digital/pot")).rejects.toMatchObject({ status: 503 });
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  await temp.discard();
  await storage.stop();
  for (const left of await readdir(folder)) expect(await readdir(join(folder, left))).toEqual([]);
});
