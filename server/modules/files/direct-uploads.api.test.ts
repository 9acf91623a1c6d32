import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { testBuckets } from "../../platform/storage/bucket.test-kit.ts";
import type { DirectUploads, Storage } from "../../platform/storage/port.ts";
import { addProduct, addTile, buy, signUpVerified, type TestUser } from "../../testing/factories.ts";
import { listen } from "../../testing/listen.ts";
import { prepare, prepareEach } from "../../testing/prepare.ts";
import { openSite, testSite } from "../../testing/test-site.ts";
import {
  cancel,
  complete,
  completeWhenChecked,
  isStored,
  KILOBYTE,
  on,
  put,
  type Started,
  sendToBucket,
  settings,
  start,
} from "./direct-uploads.test-kit.ts";
import { upload } from "./multipart.test-kit.ts";

const buckets = testBuckets();
const bucket = prepare(() => buckets.open());
/** The bucket of a node, whose behaviour a test can change. */
const seen = prepare(async (): Promise<Storage> => ({ ...bucket }));
const site = testSite(() => ({ storage: seen, settings }));
const node = testSite(() => ({ databaseUrl: site.databaseUrl, storage: { ...bucket }, settings }));

const anna = prepareEach(() => signUpVerified(site));

const direct = (): DirectUploads => {
  if (!seen.directUploads) throw new Error("no direct uploads");
  return seen.directUploads;
};
const rowsOf = (user: TestUser) => site.sql`select * from files where creator_id = ${user.creator.id}`;

test("stores an upload to the bucket as the same file as an upload through the server", async () => {
  const content = randomBytes(100 * KILOBYTE);
  const started = await sendToBucket(anna, content, "../folder/Töpfe\u202e.zip");
  const done = await completeWhenChecked(site, anna, started);
  expect(done).toMatchObject({
    status: 201,
    body: { url: null, path: expect.stringMatching(/^[a-z2-7]{32}$/) },
  });
  expect(done.body.path).not.toBe(started.id);
  const { body: usual } = await upload(anna, { name: "../folder/Töpfe\u202e.zip", content }, "digital");
  expect(usual).toEqual(done.body);
  const sha256 = createHash("sha256").update(content).digest();
  expect(await rowsOf(anna)).toMatchObject([
    { id: usual.path, name: "Töpfe.zip", size: content.length, sha256 },
  ]);
  expect(await isStored(bucket, `incoming/${started.id}`)).toBe(false);
  expect(await site.sql`select * from pending_uploads`).toEqual([]);

  const product = await addProduct(anna, { type: "digital", digitalFilePath: done.body.path });
  const { id } = await addTile(anna, { type: "product", productId: product.id });
  const download = `/api/orders/download/${(await buy(site, id)).downloadToken}`;
  // The URL is still valid, but cannot reach the sold file.
  expect((await put(started, randomBytes(content.length))).status).toBe(200);
  expect(await complete(anna, started)).toMatchObject({ status: 201, body: done.body });
  const sold = await site.call("GET", download);
  expect(sold.bytes.equals(content)).toBe(true);
  expect(sold.headers).toMatchObject({
    "content-type": "application/zip",
    "content-disposition": expect.stringContaining("attachment"),
  });
  expect(await rowsOf(anna)).toHaveLength(1);
});

test("rejects uploads like the upload route before the bucket is involved", async () => {
  expect(await start(anna, 401 * KILOBYTE)).toMatchObject({ status: 413, body: { code: "files.too_large" } });
  expect(await start(anna, 0)).toMatchObject({ status: 400, body: { code: "files.empty" } });
  expect(await start(anna, 9 * KILOBYTE)).toMatchObject({ status: 409, body: { code: "files.not_direct" } });
  for (const body of [
    {},
    { name: "x", bytes: 1.5 },
    { name: "x", bytes: -1 },
    { bytes: 20_000 },
    { name: 1, bytes: 20_000 },
  ])
    expect((await anna.call("POST", "/api/files/direct", body)).status).toBe(400);
  expect((await site.call("POST", "/api/files/direct", { name: "x", bytes: 20_000 })).status).toBe(401);
  const foreign = { origin: "https://evil.example" };
  expect((await anna.call("POST", "/api/files/direct", { name: "x", bytes: 20_000 }, foreign)).status).toBe(
    403,
  );
  expect(await site.sql`select from direct_uploads where creator_id = ${anna.creator.id}`).toEqual([]);
});

test("returns the same 404 for another creator's upload as for an unknown one", async () => {
  const ben = await site.signUp();
  const started: Started = (await start(anna, 20 * KILOBYTE)).body;
  await put(started, randomBytes(20 * KILOBYTE));
  for (const id of [started.id, "a".repeat(32), "..", "x%00"]) {
    const path = `/api/files/direct/${id}`;
    expect([400, 404]).toContain((await ben.call("POST", `${path}/complete`)).status);
    expect([400, 404]).toContain((await ben.call("DELETE", path)).status);
  }
  expect((await complete(ben, started)).text).toBe(
    (await complete(ben, { ...started, id: "a".repeat(32) })).text,
  );
  await complete(anna, started);
  await site.settled();
  expect((await complete(anna, started)).status).toBe(201);
  expect(await rowsOf(ben)).toEqual([]);
});

test("makes no file of missing or incomplete bytes, which can still arrive", async () => {
  const started: Started = (await start(anna, 20 * KILOBYTE)).body;
  expect(await complete(anna, started)).toMatchObject({ status: 400, body: { code: "files.broken_upload" } });
  // The test bucket does not check the signature, which contains the size.
  await put(started, randomBytes(21 * KILOBYTE));
  expect(await complete(anna, started)).toMatchObject({ status: 400, body: { code: "files.broken_upload" } });
  await put(started, randomBytes(20 * KILOBYTE));
  expect((await complete(anna, started)).status).toBe(202);
  await site.settled();
  expect((await complete(anna, started)).status).toBe(201);
});

test("makes one file, counted once, when completed twice or on two nodes at once", async () => {
  const content = randomBytes(300 * KILOBYTE);
  const started: Started = (await start(anna, content.length)).body;
  await put(started, content);
  const onNode = on(node, anna);
  const first = await Promise.all([anna, onNode, anna, onNode].map((user) => complete(user, started)));
  for (const { status } of first) expect([201, 202]).toContain(status);
  await Promise.all([site.settled(), node.settled()]);
  const [again, there] = [await complete(anna, started), await complete(onNode, started)];
  expect([again.status, there.status]).toEqual([201, 201]);
  expect(there.body).toEqual(again.body);
  expect(await rowsOf(anna)).toHaveLength(1);
});

/** Stops checks after the bytes were copied. */
function pauseAfterCopies() {
  const original = direct();
  const copies: string[] = [];
  let resume = () => {};
  const paused = new Promise<void>((resolve) => {
    resume = resolve;
  });
  Object.assign(seen, {
    directUploads: {
      ...original,
      async copy(file: { from: string; to: string; bytes: number }) {
        await original.copy(file);
        copies.push(file.to);
        await paused;
      },
    },
  });
  onTestFinished(() => void Object.assign(seen, { directUploads: original }));
  return { copies, resume: () => resume() };
}

test("makes no file of an upload cancelled during the check, and removes its copy", async () => {
  const started = await sendToBucket(anna, randomBytes(30 * KILOBYTE));
  const { copies, resume } = pauseAfterCopies();
  await complete(anna, started);
  await expect.poll(() => copies).toHaveLength(1);
  expect((await cancel(anna, started)).status).toBe(204);
  resume();
  await site.settled();
  expect((await complete(anna, started)).status).toBe(410);
  expect(await rowsOf(anna)).toEqual([]);
  for (const key of [copies[0] ?? "", `incoming/${started.id}`])
    expect(await isStored(bucket, key)).toBe(false);
  expect(await site.sql`select from pending_uploads`).toEqual([]);
});

test("creates one file if two nodes complete an upload, because one seemed dead", async () => {
  const content = randomBytes(30 * KILOBYTE);
  const started: Started = (await start(anna, content.length)).body;
  await put(started, content);
  const { copies, resume } = pauseAfterCopies();
  await complete(anna, started);
  await expect.poll(() => copies).toHaveLength(1);
  // The other node takes over the job.
  await node.sql`update direct_uploads set checking_since = null where id = ${started.id}`;
  await complete(on(node, anna), started);
  await node.settled();
  const { path } = (await complete(anna, started)).body;
  expect(copies).not.toContain(`digital/${path}`);
  resume();
  await site.settled();
  expect((await complete(anna, started)).body.path).toBe(path);
  expect(await rowsOf(anna)).toMatchObject([{ id: path, size: content.length }]);
  expect(await isStored(bucket, `digital/${path}`)).toBe(true);
  expect(await isStored(bucket, copies[0] ?? "")).toBe(false);
});

test("delays the file by 15 seconds if the bucket falls silent during the check, and loses nothing", async () => {
  const content = randomBytes(30 * KILOBYTE);
  const started: Started = (await start(anna, content.length)).body;
  await put(started, content);
  const openFile = seen.openFile;
  let failures = 0;
  seen.openFile = async (key, range) => {
    if (!key.startsWith("digital/") || failures++ > 0) return openFile(key, range);
    return { stream: new Readable({ read: () => {} }), size: content.length };
  };
  onTestFinished(() => {
    seen.openFile = openFile;
  });
  await complete(anna, started);
  expect((await complete(anna, started)).status).toBe(202);
  await expect.poll(async () => (await complete(anna, started)).status).toBe(201);
  expect(failures).toBe(2);
  expect(await rowsOf(anna)).toHaveLength(1);
  expect(await site.sql`select from pending_uploads`).toEqual([]);
});

test("returns 503 in time if the bytes cannot be checked, and can be completed later", async () => {
  const silent = createServer((request) => void request.resume());
  const away = await buckets.open({ endpoint: (await listen(silent)).url });
  const other = await openSite({ databaseUrl: site.databaseUrl, storage: away, settings });
  const started: Started = (await start(anna, 20 * KILOBYTE)).body;
  await put(started, randomBytes(20 * KILOBYTE));
  const response = await complete(on(other, anna), started);
  expect([response.status, response.body.code]).toEqual([503, "storage.away"]);
  silent.closeAllConnections();
  silent.close();
  await complete(anna, started);
  await site.settled();
  expect((await complete(anna, started)).status).toBe(201);
});
