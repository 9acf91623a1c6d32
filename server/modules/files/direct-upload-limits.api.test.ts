import { randomBytes } from "node:crypto";
import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { UNVERIFIED_UPLOADS } from "../../../contract/rules/limits.ts";
import { testBuckets } from "../../platform/storage/bucket.test-kit.ts";
import { rejection, signUpVerified, type TestUser, verifyEmail } from "../../testing/factories.ts";
import type { TestApp } from "../../testing/harness.ts";
import { prepare, prepareEach } from "../../testing/prepare.ts";
import { openSite, testSite } from "../../testing/test-site.ts";
import { beginTransaction, untilWaiting } from "../../testing/transactions.ts";
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
const site = testSite(() => ({ storage: { ...bucket }, settings }));
const node = testSite(() => ({ databaseUrl: site.databaseUrl, storage: { ...bucket }, settings }));

const anna = prepareEach(() => signUpVerified(site));

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

test("counts started uploads against the quota, also through the server and of two concurrent starts", async () => {
  const sizes = [300, 350].map((size) => size * KILOBYTE);
  for (const size of sizes) {
    const sent = await sendToBucket(anna, randomBytes(size));
    expect((await completeWhenChecked(site, anna, sent)).status).toBe(201);
  }
  // 350 KB are left.
  // Both pass the first check of the quota before one is admitted.
  const holder = await beginTransaction(site);
  await holder.sql`select pg_advisory_xact_lock(hashtextextended(${`files of ${anna.creator.id}`}, 0))`;
  const starts = [anna, on(node, anna)].map((user) => start(user, 200 * KILOBYTE));
  await untilWaiting(site, starts.length);
  await holder.commit();
  const both = await Promise.all(starts);
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

test("makes no file that exceeds the quota after its bytes are checked, and does not retry", async () => {
  const lowered = { ...settings, uploadQuotaBytes: 100 * KILOBYTE };
  const other = await openSite({ databaseUrl: site.databaseUrl, storage: { ...bucket }, settings: lowered });
  const started = await sendToBucket(anna, randomBytes(200 * KILOBYTE));
  expect((await completeWhenChecked(other, on(other, anna), started)).status).toBe(410);
  expect(await other.jobs.countDeadLetters()).toBe(0);
  expect(await usedBytes(anna)).toBe(0);
  expect(await site.sql`select from pending_uploads`).toEqual([]);
  expect(await site.sql`select from files where creator_id = ${anna.creator.id}`).toEqual([]);
});

test("rejects a third concurrent upload until one is over", async () => {
  const { body: first } = await start(anna, 20 * KILOBYTE);
  expect((await start(anna, 20 * KILOBYTE)).status).toBe(201);
  expect(await start(anna, 20 * KILOBYTE)).toMatchObject(rejection(429, "files.busy"));
  expect((await cancel(anna, first)).status).toBe(204);
  expect((await start(anna, 20 * KILOBYTE)).status).toBe(201);
});

test("frees the quota and removes the bytes of a cancelled or timed-out upload", async () => {
  const started: Started = (await start(anna, 400 * KILOBYTE)).body;
  await put(started, randomBytes(400 * KILOBYTE));
  expect(await usedBytes(anna)).toBe(400 * KILOBYTE);
  expect((await cancel(anna, started)).status).toBe(204);
  expect((await cancel(anna, started)).status).toBe(204);
  expect(await usedBytes(anna)).toBe(0);
  expect(await isStored(bucket, `incoming/${started.id}`)).toBe(false);
  expect(await complete(anna, started)).toMatchObject(rejection(410, "files.direct_upload_over"));

  const slow: Started = (await start(anna, 20 * KILOBYTE)).body;
  await put(slow, randomBytes(20 * KILOBYTE));
  await later("16 minutes");
  expect((await complete(anna, slow)).status).toBe(410);
  expect(await usedBytes(anna)).toBe(0);
  expect(await site.sql`select from files where creator_id = ${anna.creator.id}`).toEqual([]);
});

test("bounds the bucket's bytes of uploads that are started and cancelled repeatedly", async () => {
  for (let index = 0; index < 2; index++) {
    const { body } = await start(anna, 400 * KILOBYTE);
    await cancel(anna, body);
    // The URL is valid for minutes.
    expect((await put(body, randomBytes(400 * KILOBYTE))).status).toBe(200);
  }
  expect(await start(anna, 400 * KILOBYTE)).toMatchObject(rejection(409, "files.not_direct"));
  // There is room through the server.
  expect((await upload(anna, { content: randomBytes(390 * KILOBYTE) }, "digital")).status).toBe(201);
  await later("16 minutes");
  await site.runMaintenance();
  expect((await start(anna, 400 * KILOBYTE)).status).toBe(201);
});

test("removes bytes that are never completed or arrive late, but not the bytes of files", async () => {
  const started = await sendToBucket(anna, randomBytes(20 * KILOBYTE));
  const done = await completeWhenChecked(site, anna, started);
  const left: Started = (await start(anna, 20 * KILOBYTE)).body;
  for (const one of [started, left]) await put(one, randomBytes(20 * KILOBYTE));
  await site.runMaintenance();
  expect(await isStored(bucket, `incoming/${left.id}`)).toBe(true);
  await later("16 minutes");
  await site.runMaintenance();
  for (const one of [started, left]) expect(await isStored(bucket, `incoming/${one.id}`)).toBe(false);
  // A PUT that began in time but took hours.
  await put(left, randomBytes(20 * KILOBYTE));
  await later("25 hours");
  await site.runMaintenance();
  expect(await isStored(bucket, `incoming/${left.id}`)).toBe(false);
  expect(await site.sql`select from direct_uploads where creator_id = ${anna.creator.id}`).toEqual([]);
  expect(await isStored(bucket, `digital/${done.body.path}`)).toBe(true);
  expect((await complete(anna, started)).status).toBe(404);
});

test("makes no file for a creator who was deleted meanwhile, and removes the bytes", async () => {
  const started: Started = (await start(anna, 20 * KILOBYTE)).body;
  await put(started, randomBytes(20 * KILOBYTE));
  await site.sql`update direct_uploads set creator_id = null where id = ${started.id}`;
  expect((await complete(anna, started)).status).toBe(404);
  await later("16 minutes");
  await site.runMaintenance();
  expect(await isStored(bucket, `incoming/${started.id}`)).toBe(false);
});

test("waits for the deletion of its creator, and then makes no file", async () => {
  const started = await sendToBucket(anna, randomBytes(20 * KILOBYTE));
  const deletion = await beginTransaction(site);
  await deletion.sql`select from creators where id = ${anna.creator.id} for update`;
  expect((await complete(anna, started)).status).toBe(202);
  await untilWaiting(site);
  await deletion.sql`set local lock_timeout = '500ms'`;
  await deletion.sql`delete from users where id = ${anna.creator.user_id}`;
  await deletion.commit();
  await site.settled();
  const rows = site.sql`select file_id, ends_at > now() as waits from direct_uploads where id = ${started.id}`;
  expect(await rows).toEqual([{ file_id: null, waits: false }]);
  expect(await site.sql`select from pending_uploads`).toEqual([]);
});

describe("limits of strangers", () => {
  test("limits starts of uploads together with the upload route", async () => {
    const limited = await openSite({ limits: "database", storage: { ...bucket }, settings });
    const ben = await limited.signUp();
    await verifyEmail(limited, ben);
    for (let index = 0; index < 20; index++)
      expect((await start(ben, index % 2 ? 401 * KILOBYTE : 9 * KILOBYTE)).status).not.toBe(429);
    expect(await start(ben, 20 * KILOBYTE)).toMatchObject(rejection(429, "too_often"));
    expect(await upload(ben, { content: "x" }, "digital")).toMatchObject({ status: 429 });
  });

  test("gives an account without a verified email 50 MB, and limits a client's accounts together", async () => {
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

test("starts nothing below the disk reserve, but needs no room here for the bytes", async () => {
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
  expect(await start(ben, 20 * KILOBYTE)).toMatchObject(rejection(507, "storage.full"));
});

test("is off without the setting or a bucket, as the public configuration says", async () => {
  const off = await openSite({ storage: { ...bucket } });
  const ben = await off.signUp();
  const { directUploads: _, ...folder } = bucket;
  const local = await openSite({ storage: folder, settings });
  const carla = await local.signUp();
  for (const user of [ben, carla])
    expect(await start(user, 20 * KILOBYTE)).toMatchObject(rejection(409, "files.not_direct"));
  expect((await off.call("GET", "/api/public/config")).body.directUploadBytes).toBeNull();
  expect((await site.call("GET", "/api/public/config")).body.directUploadBytes).toBe(10 * KILOBYTE);
});

test("lets only the pages that send files connect to the bucket, and only with the setting", async () => {
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
