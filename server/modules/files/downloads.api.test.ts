import { randomBytes } from "node:crypto";
import { readdir, readlink } from "node:fs/promises";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { localStorage } from "../../platform/storage/adapters/local.ts";
import type { Storage } from "../../platform/storage/port.ts";
import { rejection } from "../../testing/factories.ts";
import { openSocket } from "../../testing/open-socket.ts";
import { testFolder } from "../../testing/temporary-folder.ts";
import { testSite, testUser } from "../../testing/test-site.ts";
import { createPng, upload } from "./multipart.test-kit.ts";

const content = randomBytes(300_000);
const folder = testFolder();
let storage: Storage;
let path: string;
let port: number;
let starts = 0;
let sends = 0;

beforeAll(async () => {
  storage = await localStorage({ folder: folder.path });
});
const site = testSite(() => ({ storage, settings: { maxUploadBytes: 100 * 1024 * 1024 } }));
// Before the first request, after which an application takes no more routes.
beforeAll(() => {
  site.app.get<{ Params: { id: string } }>("/test/:id", async (request, reply) =>
    site.files.sendDownload(request, reply, {
      fileId: request.params.id,
      onSend: async ({ isStart }) => {
        sends += 1;
        if (isStart) starts += 1;
      },
    }),
  );
});
const anna = testUser(site);
beforeAll(async () => {
  port = Number(new URL(await site.app.listen({ port: 0 })).port);
  const { body } = await upload(anna, { name: "Töpfe\u202e.zip", content }, "digital");
  path = `/test/${body.path}`;
});
beforeEach(() => {
  starts = 0;
  sends = 0;
});

const get = (headers: Record<string, string> = {}) => site.call("GET", path, undefined, headers);

test("sends a file unchanged as an attachment", async () => {
  const { status, headers, bytes } = await get();
  expect(status).toBe(200);
  expect(bytes.equals(content)).toBe(true);
  expect(headers).toMatchObject({
    "content-type": "application/zip",
    "content-length": "300000",
    "content-disposition": `attachment; filename="Topfe.zip"; filename*=UTF-8''T%C3%B6pfe.zip`,
    "accept-ranges": "bytes",
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'",
    etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
  });
  expect(starts).toBe(1);
});

test("sends a requested range, and counts only a range with the file's first byte as a start", async () => {
  const middle = await get({ range: "bytes=1000-1999" });
  expect(middle.status).toBe(206);
  expect(middle.headers).toMatchObject({
    "content-range": "bytes 1000-1999/300000",
    "content-length": "1000",
  });
  expect(middle.bytes.equals(content.subarray(1000, 2000))).toBe(true);
  expect((await get({ range: "bytes=-5" })).bytes.equals(content.subarray(-5))).toBe(true);
  expect({ sends, starts }).toEqual({ sends: 2, starts: 0 });
  const first = await get({ range: "bytes=0-" });
  expect(first.status).toBe(206);
  expect(first.bytes.equals(content)).toBe(true);
  expect(starts).toBe(1);
});

test("rejects a range beyond the end and returns the file's size", async () => {
  const response = await get({ range: "bytes=300000-" });
  expect(response).toMatchObject(rejection(416, "files.range", "Requested range not satisfiable."));
  expect(response.headers["content-range"]).toBe("bytes */300000");
  expect(starts).toBe(0);
});

test("returns the whole file for several ranges", async () => {
  const response = await get({ range: "bytes=0-1,5-6" });
  expect(response.status).toBe(200);
  expect(response.bytes.length).toBe(300_000);
});

test("continues an interrupted download only if the file is unchanged", async () => {
  const etag = String((await get()).headers.etag);
  expect((await get({ range: "bytes=5-9", "if-range": etag })).status).toBe(206);
  expect((await get({ range: "bytes=5-9", "if-range": '"other"' })).status).toBe(200);
  expect((await get({ range: "bytes=5-9", "if-range": `W/${etag}` })).status).toBe(200);
});

test("returns all headers for a HEAD request, and does not count it as a download", async () => {
  const head = await site.call("HEAD", path);
  expect(head.status).toBe(200);
  expect(head.headers).toMatchObject({ "content-length": "300000", "accept-ranges": "bytes" });
  expect(head.bytes.length).toBe(0);
  expect(starts).toBe(0);
});

test("rejects an unknown file and a public image", async () => {
  const image = await upload(anna, { content: await createPng() }, "image");
  for (const id of [image.body.path, "a".repeat(32), "..%2f..%2fetc%2fpasswd", "x%00"]) {
    const response = await site.call("GET", `/test/${id}`);
    expect([400, 404], id).toContain(response.status);
  }
  expect(starts).toBe(0);
});

test("does not send a stored file whose size has changed", async () => {
  const { body } = await upload(anna, { content: "original" }, "digital");
  await site.storage.deleteFile(`digital/${body.path}`);
  expect((await site.call("GET", `/test/${body.path}`)).status).toBe(404);
  const other = await site.storage.createTemp(Readable.from([Buffer.from("shorter")]));
  await site.storage.saveFile(`digital/${body.path}`, other);
  expect((await site.call("GET", `/test/${body.path}`)).status).toBe(500);
});

test("serves no file outside /uploads for a raw path", async () => {
  for (const path of [
    "/uploads/%2e%2e/%2e%2e/etc/passwd",
    "/uploads/../../etc/passwd",
    "/uploads/..\\..\\etc\\passwd",
  ]) {
    const { socket, closed } = openSocket(port);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    const response = await closed;
    expect(response, path).toMatch(/^HTTP\/1\.1 40[04]/);
    expect(response, path).not.toContain("root:");
  }
});

test("closes the file of an aborted download", async () => {
  const { body } = await upload(anna, { content: Buffer.alloc(50 * 1024 * 1024) }, "digital");
  for (let count = 0; count < 5; count++) {
    const socket = connect(port, "127.0.0.1");
    socket.write(`GET /test/${body.path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await new Promise((resolve) => socket.once("data", resolve));
    socket.destroy();
  }
  await expect.poll(() => openFilesIn(folder.path)).toBe(0);
});

/** Only Linux lists open files; elsewhere the list is empty. */
async function openFilesIn(place: string): Promise<number> {
  const descriptors = await readdir("/proc/self/fd").catch(() => []);
  const targets = await Promise.all(
    descriptors.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => "")),
  );
  return targets.filter((target) => target.startsWith(place)).length;
}
