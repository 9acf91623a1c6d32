import { readdir } from "node:fs/promises";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { describe, expect, test, vi } from "vitest";
import { listen } from "../../testing/listen.ts";
import { SECRET_ACCESS_KEY, testBuckets } from "./bucket.test-kit.ts";
import { startStrictStorage } from "./signed-urls.test-kit.ts";
import { testStorage } from "./storage.test-suite.ts";

const buckets = testBuckets();

describe("files in a bucket", () => testStorage(() => buckets.open()));

test("signs a URL that sends the file and its ranges as an attachment until it expires", async () => {
  const storage = await buckets.open();
  async function* bytes() {
    yield Buffer.from("clay pot");
  }
  await storage.saveFile("digital/pot", await storage.createTemp(bytes()));
  const type = "application/zip";
  const disposition = "attachment; filename=\"Topfe.zip\"; filename*=UTF-8''T%C3%B6pfe.zip";
  const url = new URL(
    (await storage.signDownload?.("digital/pot", { seconds: 300, type, disposition })) ?? "",
  );
  expect(url.origin).toBe(new URL(buckets.url).origin);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    "X-Amz-Algorithm": "AWS4-HMAC-SHA256",
    "X-Amz-Expires": "300",
    "X-Amz-SignedHeaders": "host",
    "response-content-disposition": disposition,
    "response-content-type": type,
    "response-cache-control": "private, no-store",
  });
  expect(await (await fetch(url)).text()).toBe("clay pot");
  const part = await fetch(url, { headers: { range: "bytes=0-3" } });
  expect([200, 206]).toContain(part.status);
  await expect(async () =>
    storage.signDownload?.("../pot", { seconds: 300, type, disposition }),
  ).rejects.toThrow();
  await storage.stop();
});

test("lets a client store a file of the signed size and type, and copies it without the client's headers", async () => {
  const strict = await startStrictStorage(buckets.url, SECRET_ACCESS_KEY);
  const storage = await buckets.open({ endpoint: strict });
  const direct = storage.directUploads;
  if (!direct) throw new Error("no direct uploads");
  expect(direct.origin).toBe(strict);
  const signed = await direct.sign("incoming/pot", { bytes: 8, seconds: 900 });
  expect(new URL(signed.url).origin).toBe(strict);
  expect(new URL(signed.url).pathname).toMatch(/^\/tessera-\w+\/incoming\/pot$/);
  expect(Object.fromEntries(new URL(signed.url).searchParams)).toMatchObject({
    "X-Amz-Expires": "900",
    "X-Amz-SignedHeaders": "content-length;content-type;host",
  });
  expect(signed.url).not.toMatch(/checksum/i);
  const put = async (body: string, headers = {}, url = signed.url) =>
    (await fetch(url, { method: "PUT", headers: { ...signed.headers, ...headers }, body })).status;
  for (const body of ["", "clay po", "clay pots"]) expect(await put(body)).toBe(403);
  expect(await put("clay pot", { "Content-Type": "text/html" })).toBe(403);
  expect(await put("clay pot", {}, signed.url.replace("incoming/pot", "digital/pot"))).toBe(403);
  expect(await storage.openFile("incoming/pot")).toBeNull();
  expect(await put("clay pot", { "Content-Disposition": "inline" })).toBe(200);
  await direct.copy({ from: "incoming/pot", to: "digital/pot", bytes: 8 });
  await put("clay hat");
  const copied = await storage.openFile("digital/pot");
  expect(copied && (await buffer(copied.stream)).toString()).toBe("clay pot");

  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 5_000 });
  const short = await direct.sign("incoming/late", { bytes: 8, seconds: 1 });
  vi.useRealTimers();
  expect(await put("clay pot", {}, short.url)).toBe(403);
  await expect(direct.copy({ from: "incoming/late", to: "digital/late", bytes: 8 })).rejects.toMatchObject({
    status: 503,
  });
  await expect(direct.sign("../pot", { bytes: 8, seconds: 900 })).rejects.toThrow("Not a storage key.");
  await storage.stop();
});

test("signs URLs at a bucket's own host at Amazon, which pages may connect to", async () => {
  const { s3Storage } = await import("./adapters/s3.ts");
  const config = { bucket: "tessera-files", region: "eu-central-1", endpoint: undefined };
  const log = { warn: () => {} };
  const storage = await s3Storage({ config, staging: `${buckets.folder}/amazon`, log });
  expect(storage.directUploads?.origin).toBe("https://tessera-files.s3.eu-central-1.amazonaws.com");
  await storage.stop();
});

test.concurrent("fails a copy after 15 seconds if the storage stays silent", async () => {
  const silent = createServer((request) => void request.resume());
  const { url: endpoint } = await listen(silent);
  const storage = await buckets.open({ endpoint });
  const copied = storage.directUploads?.copy({ from: "incoming/pot", to: "digital/pot", bytes: 8 });
  await expect(copied).rejects.toMatchObject({ status: 503 });
  await storage.stop();
  silent.closeAllConnections();
  silent.close();
});

test.concurrent("times out if the storage does not respond", async () => {
  const silent = createServer(() => {});
  const { url: endpoint } = await listen(silent);
  const storage = await buckets.open({ endpoint });
  await expect(storage.openFile("digital/pot")).rejects.toMatchObject({ status: 503 });
  await storage.stop();
  silent.closeAllConnections();
  silent.close();
});

test.concurrent("saves a file to a storage that is silent for some seconds before it confirms", async () => {
  const slow = createServer((request, response) => {
    request.resume();
    setTimeout(() => response.writeHead(200, { etag: '"1"' }).end(), request.method === "PUT" ? 6_000 : 0);
  });
  const { url: endpoint } = await listen(slow);
  const storage = await buckets.open({ endpoint });
  async function* bytes() {
    yield Buffer.from("clay");
  }
  await storage.saveFile("digital/pot", await storage.createTemp(bytes()));
  await storage.stop();
  slow.closeAllConnections();
  slow.close();
});

test("reports an unavailable storage within ten seconds, and leaves no partial file", async () => {
  const storage = await buckets.open({ endpoint: "http://127.0.0.1:9" });
  async function* bytes() {
    yield Buffer.from("clay");
  }
  const temp = await storage.createTemp(bytes());
  await expect(storage.saveFile("digital/pot", temp)).rejects.toMatchObject({ status: 503 });
  await expect(storage.openFile("digital/pot")).rejects.toMatchObject({ status: 503 });
  await temp.discard();
  await storage.stop();
  for (const left of await readdir(buckets.folder))
    expect(await readdir(`${buckets.folder}/${left}`)).toEqual([]);
});
