import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { statfs } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { Readable } from "node:stream";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { UNVERIFIED_UPLOADS } from "../../../contract/rules/limits.ts";
import { testBuckets } from "../../platform/storage/bucket.test-kit.ts";
import type { DirectUploads, Storage } from "../../platform/storage/port.ts";
import { addProduct, addTile, buy, type TestUser, verifyEmail } from "../../testing/factories.ts";
import type { TestApp } from "../../testing/harness.ts";
import { openSite, prepare, testSite } from "../../testing/test-site.ts";
import { upload } from "./multipart.test-kit.ts";

const KILOBYTE = 1024;
const buckets = testBuckets();
const bucket = prepare(() => buckets.open());
/** The bucket as a node sees it, so that a test can change what it does. */
const seen = prepare(async (): Promise<Storage> => ({ ...bucket }));
const settings = {
  directUploadBytes: 10 * KILOBYTE,
  maxUploadBytes: 400 * KILOBYTE,
  uploadQuotaBytes: 1000 * KILOBYTE,
};
const site = testSite(() => ({ storage: seen, settings }));
const node = testSite(() => ({ databaseUrl: site.databaseUrl, storage: { ...bucket }, settings }));

let anna: TestUser;
beforeEach(async () => {
  anna = await site.signUp();
  await verifyEmail(site, anna);
});

const direct = (): DirectUploads => {
  if (!seen.directUploads) throw new Error("no direct uploads");
  return seen.directUploads;
};
const start = (user: TestUser, bytes: number, name = "film.mp4") =>
  user.call("POST", "/api/files/direct", { name, bytes });
type Started = { id: string; url: string; headers: Record<string, string> };
const put = ({ url, headers }: Started, content: Buffer) =>
  fetch(url, { method: "PUT", headers, body: new Uint8Array(content) });
const complete = (user: Pick<TestUser, "call">, { id }: Started) =>
  user.call("POST", `/api/files/direct/${id}/complete`);
/** Starts an upload, sends the bytes, and completes it when they are checked. */
async function sendDirectly(user: TestUser, content: Buffer, name?: string) {
  const started: Started = (await start(user, content.length, name)).body;
  expect((await put(started, content)).status).toBe(200);
  expect(await complete(user, started)).toMatchObject({ status: 202, body: { state: "checking" } });
  await site.settled();
  return { started, done: await complete(user, started) };
}
async function isStored(key: string): Promise<boolean> {
  const opened = await bucket.openFile(key);
  opened?.stream.destroy();
  return opened !== null;
}
const rowsOf = (user: TestUser) => site.sql`select * from files where creator_id = ${user.creator.id}`;
const usedBytes = async (user: TestUser) =>
  (
    await site.sql`select coalesce(sum(bytes), 0)::int as bytes from direct_uploads
    where creator_id = ${user.creator.id} and file_id is null and ends_at > now()`
  )[0].bytes;
const later = (text: string) =>
  site.query(
    `update direct_uploads set started_at = started_at - interval '${text}', ends_at = ends_at - interval '${text}',
      removed_at = removed_at - interval '${text}'`,
  );

test("a large file goes straight to the bucket, and is what one through the server would be", async () => {
  const content = randomBytes(100 * KILOBYTE);
  const { started, done } = await sendDirectly(anna, content, "../folder/Töpfe\u202e.zip");
  expect(done).toMatchObject({
    status: 201,
    body: { url: null, path: expect.stringMatching(/^[a-z2-7]{32}$/) },
  });
  expect(done.body.path).not.toBe(started.id);
  const { body: usual } = await upload(anna, { name: "../folder/Töpfe\u202e.zip", content }, "digital");
  const [one, other] = (await rowsOf(anna)).sort((row) => (row.id === usual.path ? 1 : -1));
  const { id: _, created_at: __, ...facts } = other;
  expect(one).toMatchObject({
    id: done.body.path,
    ...facts,
    sha256: createHash("sha256").update(content).digest(),
  });
  expect(await isStored(`incoming/${started.id}`)).toBe(false);
  expect(await site.sql`select * from pending_uploads`).toEqual([]);

  const product = await addProduct(anna, { type: "digital", digitalFilePath: done.body.path });
  const { id } = await addTile(anna, { type: "product", productId: product.id });
  const download = `/api/orders/download/${(await buy(site, id)).downloadToken}`;
  // The URL is still valid, and leads nowhere near what is sold.
  expect((await put(started, randomBytes(content.length))).status).toBe(200);
  expect(await complete(anna, started)).toMatchObject({ status: 201, body: done.body });
  const sold = await site.call("GET", download);
  expect(sold.bytes.equals(content)).toBe(true);
  expect(sold.headers).toMatchObject({
    "content-type": "application/octet-stream",
    "content-disposition": expect.stringContaining("attachment"),
  });
  expect(await rowsOf(anna)).toHaveLength(2);
});

test("what the upload route refuses is refused before the bucket is involved", async () => {
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

test("another creator's upload is the same 404 as an unknown one, and stays", async () => {
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

test("bytes that are missing or of another size are no file, and can still arrive", async () => {
  const started: Started = (await start(anna, 20 * KILOBYTE)).body;
  expect(await complete(anna, started)).toMatchObject({ status: 400, body: { code: "files.broken_upload" } });
  // The bucket of the tests does not check the signature, which names the size.
  await put(started, randomBytes(21 * KILOBYTE));
  expect(await complete(anna, started)).toMatchObject({ status: 400, body: { code: "files.broken_upload" } });
  await put(started, randomBytes(20 * KILOBYTE));
  expect((await complete(anna, started)).status).toBe(202);
  await site.settled();
  expect((await complete(anna, started)).status).toBe(201);
});

test("completed twice, twice at once and on two nodes it is one file that counts once", async () => {
  const content = randomBytes(300 * KILOBYTE);
  const started: Started = (await start(anna, content.length)).body;
  await put(started, content);
  const onNode = { call: callOn(node, anna) };
  const first = await Promise.all([anna, onNode, anna, onNode].map((user) => complete(user, started)));
  for (const { status } of first) expect([201, 202]).toContain(status);
  await Promise.all([site.settled(), node.settled()]);
  const [again, there] = [await complete(anna, started), await complete(onNode, started)];
  expect([again.status, there.status]).toEqual([201, 201]);
  expect(there.body).toEqual(again.body);
  expect(await rowsOf(anna)).toHaveLength(1);
  expect(await usedBytes(anna)).toBe(0);
});

test("of two attempts at once, as after a node that was taken for dead, one becomes the file", async () => {
  const content = randomBytes(30 * KILOBYTE);
  const started: Started = (await start(anna, content.length)).body;
  await put(started, content);
  const copies: string[] = [];
  const original = direct();
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
  await complete(anna, started);
  await expect.poll(() => copies).toHaveLength(1);
  // The other node takes the job over.
  await node.sql`update direct_uploads set checking_since = null where id = ${started.id}`;
  await complete({ call: callOn(node, anna) }, started);
  await node.settled();
  const { path } = (await complete(anna, started)).body;
  expect(copies).not.toContain(`digital/${path}`);
  resume();
  await site.settled();
  expect((await complete(anna, started)).body.path).toBe(path);
  expect(await rowsOf(anna)).toMatchObject([{ id: path, size: content.length }]);
  expect(await isStored(`digital/${path}`)).toBe(true);
  expect(await isStored(copies[0] ?? "")).toBe(false);
});

test("a bucket that falls silent while the bytes are checked delays the file by 15 seconds, and loses nothing", async () => {
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
  await expect.poll(async () => (await complete(anna, started)).status, { timeout: 25_000 }).toBe(201);
  expect(failures).toBe(2);
  expect(await rowsOf(anna)).toHaveLength(1);
  expect(await site.sql`select from pending_uploads`).toEqual([]);
}, 40_000);

test("an upload whose bytes cannot be looked at returns 503 in time, and can be completed later", async () => {
  const silent = createServer((request) => void request.resume()).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const away = await buckets.open(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  const other = await openSite({ databaseUrl: site.databaseUrl, storage: away, settings });
  const started: Started = (await start(anna, 20 * KILOBYTE)).body;
  await put(started, randomBytes(20 * KILOBYTE));
  const startedAt = performance.now();
  const response = await complete({ call: callOn(other, anna) }, started);
  expect([response.status, response.body.code]).toEqual([503, "storage.away"]);
  expect(performance.now() - startedAt).toBeLessThan(9500);
  silent.closeAllConnections();
  silent.close();
  await complete(anna, started);
  await site.settled();
  expect((await complete(anna, started)).status).toBe(201);
}, 20_000);

test("what is on its way counts against the quota, also of uploads through the server and of two starts at once", async () => {
  const sizes = [300, 350].map((size) => size * KILOBYTE);
  for (const size of sizes) expect((await sendDirectly(anna, randomBytes(size))).done.status).toBe(201);
  // 350 KB are left.
  const nodes = [anna, { ...anna, call: callOn(node, anna) }];
  const both = await Promise.all(nodes.map((user) => start(user, 200 * KILOBYTE)));
  expect(both.map(({ status }) => status).sort()).toEqual([201, 413]);
  expect(both.find(({ status }) => status === 413)?.body.code).toBe("files.quota");
  const content = randomBytes(200 * KILOBYTE);
  expect((await upload(anna, { content }, "digital")).status).toBe(413);
  const started: Started = both.find(({ status }) => status === 201)?.body;
  await put(started, content);
  await complete(anna, started);
  await site.settled();
  expect((await complete(anna, started)).status).toBe(201);
  expect((await upload(anna, { content: randomBytes(140 * KILOBYTE) }, "digital")).status).toBe(201);
  expect((await upload(anna, { content: randomBytes(20 * KILOBYTE) }, "digital")).status).toBe(413);
});

test("a third upload at once is refused until one is over", async () => {
  const { body: first } = await start(anna, 20 * KILOBYTE);
  expect((await start(anna, 20 * KILOBYTE)).status).toBe(201);
  expect(await start(anna, 20 * KILOBYTE)).toMatchObject({ status: 429, body: { code: "files.busy" } });
  expect((await anna.call("DELETE", `/api/files/direct/${first.id}`)).status).toBe(204);
  expect((await start(anna, 20 * KILOBYTE)).status).toBe(201);
});

test("a cancelled upload frees the quota at once, and its bytes go; so does one that took too long", async () => {
  const started: Started = (await start(anna, 400 * KILOBYTE)).body;
  await put(started, randomBytes(400 * KILOBYTE));
  expect(await usedBytes(anna)).toBe(400 * KILOBYTE);
  expect((await anna.call("DELETE", `/api/files/direct/${started.id}`)).status).toBe(204);
  expect((await anna.call("DELETE", `/api/files/direct/${started.id}`)).status).toBe(204);
  expect(await usedBytes(anna)).toBe(0);
  expect(await isStored(`incoming/${started.id}`)).toBe(false);
  expect(await complete(anna, started)).toMatchObject({
    status: 410,
    body: { code: "files.direct_upload_over" },
  });

  const slow: Started = (await start(anna, 20 * KILOBYTE)).body;
  await put(slow, randomBytes(20 * KILOBYTE));
  await later("16 minutes");
  expect((await complete(anna, slow)).status).toBe(410);
  expect(await usedBytes(anna)).toBe(0);
  expect(await rowsOf(anna)).toEqual([]);
});

test("uploads that are started and cancelled without end do not fill the bucket", async () => {
  for (let index = 0; index < 2; index++) {
    const { body } = await start(anna, 400 * KILOBYTE);
    await anna.call("DELETE", `/api/files/direct/${body.id}`);
    // The URL is valid for minutes.
    expect((await put(body, randomBytes(400 * KILOBYTE))).status).toBe(200);
  }
  expect(await start(anna, 400 * KILOBYTE)).toMatchObject({
    status: 409,
    body: { code: "files.not_direct" },
  });
  // Through the server there is room.
  expect((await upload(anna, { content: randomBytes(390 * KILOBYTE) }, "digital")).status).toBe(201);
  await later("16 minutes");
  await site.runMaintenance();
  expect((await start(anna, 400 * KILOBYTE)).status).toBe(201);
});

test("bytes that nobody completes, or that arrive late, are removed; those of a file stay", async () => {
  const { started, done } = await sendDirectly(anna, randomBytes(20 * KILOBYTE));
  const left: Started = (await start(anna, 20 * KILOBYTE)).body;
  for (const one of [started, left]) await put(one, randomBytes(20 * KILOBYTE));
  await site.runMaintenance();
  expect(await isStored(`incoming/${left.id}`)).toBe(true);
  await later("16 minutes");
  await site.runMaintenance();
  for (const one of [started, left]) expect(await isStored(`incoming/${one.id}`)).toBe(false);
  // A PUT that began in time and took hours.
  await put(left, randomBytes(20 * KILOBYTE));
  await later("25 hours");
  await site.runMaintenance();
  expect(await isStored(`incoming/${left.id}`)).toBe(false);
  expect(await site.sql`select from direct_uploads where creator_id = ${anna.creator.id}`).toEqual([]);
  expect(await isStored(`digital/${done.body.path}`)).toBe(true);
  expect((await complete(anna, started)).status).toBe(404);
});

test("a file is not made for a creator who was deleted meanwhile, and the bytes go", async () => {
  const started: Started = (await start(anna, 20 * KILOBYTE)).body;
  await put(started, randomBytes(20 * KILOBYTE));
  await site.sql`update direct_uploads set creator_id = null where id = ${started.id}`;
  expect((await complete(anna, started)).status).toBe(404);
  await later("16 minutes");
  await site.runMaintenance();
  expect(await isStored(`incoming/${started.id}`)).toBe(false);
});

describe("limits of strangers", () => {
  test("the starts of uploads share the limit of the upload route", async () => {
    const limited = await openSite({ limits: "database", storage: { ...bucket }, settings });
    const ben = await limited.signUp();
    await verifyEmail(limited, ben);
    for (let index = 0; index < 20; index++)
      expect((await start(ben, index % 2 ? 401 * KILOBYTE : 9 * KILOBYTE)).status).not.toBe(429);
    expect(await start(ben, 20 * KILOBYTE)).toMatchObject({ status: 429, body: { code: "too_often" } });
    expect(await upload(ben, { content: "x" }, "digital")).toMatchObject({ status: 429 });
  });

  test("without a verified email an account has 50 MB, and a client so many of them", async () => {
    const big = { ...settings, maxUploadBytes: 1024 ** 3, uploadQuotaBytes: 10 * 1024 ** 3 };
    const limited = await openSite({
      limits: "database",
      trustProxy: ["127.0.0.1"],
      storage: { ...bucket },
      settings: big,
    });
    const ben = await limited.signUp();
    const from = (user: TestUser, bytes: number) =>
      user.call("POST", "/api/files/direct", { name: "x", bytes }, { "x-forwarded-for": "203.0.113.9" });
    expect((await from(ben, 50 * 1024 ** 2 + 1)).body.error).toContain("until your email is verified");
    const points = Math.ceil((49 * 1024 ** 2) / UNVERIFIED_UPLOADS.bytesPerPoint);
    for (let used = 0; used + points <= UNVERIFIED_UPLOADS.points; used += points) {
      const { status, body } = await from(ben, 49 * 1024 ** 2);
      expect(status).toBe(201);
      await limited.sql`delete from direct_uploads where id = ${body.id}`;
    }
    const carla = await limited.signUp();
    const refused = await from(carla, 49 * 1024 ** 2);
    expect([refused.status, refused.body.code]).toEqual([413, "files.quota"]);
    await verifyEmail(limited, carla);
    expect((await from(carla, 49 * 1024 ** 2)).status).toBe(201);
  });
});

test("below the reserve of disk space nothing is started; what fits the bucket needs no room here", async () => {
  const { bavail, bsize } = await statfs(tmpdir());
  const diskReserveBytes = bavail * bsize - 64 * 1024 ** 2;
  const big = { maxUploadBytes: 1024 ** 3, uploadQuotaBytes: 1024 ** 3 };
  const free = await openSite({
    storage: { ...bucket },
    settings: { ...settings, ...big, diskReserveBytes },
  });
  const anyone = await free.signUp();
  await verifyEmail(free, anyone);
  expect((await start(anyone, 1000 * 1024 ** 2)).status).toBe(201);
  const low = await openSite({
    storage: { ...bucket },
    settings: { ...settings, diskReserveBytes: 2 * bavail * bsize },
  });
  const ben = await low.signUp();
  expect(await start(ben, 20 * KILOBYTE)).toMatchObject({ status: 507, body: { code: "storage.full" } });
});

test("without the setting, or without a bucket, no upload is direct, and browsers are told so", async () => {
  const off = await openSite({ storage: { ...bucket } });
  const ben = await off.signUp();
  const { directUploads: _, ...folder } = bucket;
  const local = await openSite({ storage: folder, settings });
  const carla = await local.signUp();
  for (const user of [ben, carla])
    expect(await start(user, 20 * KILOBYTE)).toMatchObject({
      status: 409,
      body: { code: "files.not_direct" },
    });
  expect((await off.call("GET", "/api/public/config")).body.directUploadBytes).toBeNull();
  expect((await site.call("GET", "/api/public/config")).body.directUploadBytes).toBe(10 * KILOBYTE);
});

test("only the pages that send files may connect to the bucket, and only with the setting", async () => {
  const off = await openSite({ storage: { ...bucket } });
  const connectOf = async (from: TestApp, path: string) =>
    /connect-src ([^;]*)/.exec(
      String((await from.call("GET", path)).headers["content-security-policy"]),
    )?.[1];
  for (const path of ["/dashboard/products", "/dashboard/products/1", "/dashboard/products/new"]) {
    expect(await connectOf(site, path), path).toBe(`'self' ${new URL(buckets.url).origin}`);
    expect(await connectOf(off, path), path).toBe("'self'");
  }
  const { handle } = anna.creator;
  for (const path of [
    "/",
    `/@${handle}`,
    "/auth",
    "/dashboard",
    "/dashboard/settings",
    "/admin/users",
    "/api/public/config",
  ])
    expect(await connectOf(site, path), path).toBe("'self'");
});

/** Sends requests of a user to another node. */
const callOn =
  (to: TestApp, { cookie }: TestUser): TestUser["call"] =>
  (method, path, payload, headers) =>
    to.call(method, path, payload, { cookie, origin: "http://localhost:3000", ...headers });
