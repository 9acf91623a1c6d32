import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { UNVERIFIED_UPLOADS } from "../../../contract/rules/limits.ts";
import { verifyEmail } from "../../testing/factories.ts";
import type { TestApp } from "../../testing/harness.ts";
import { openSite } from "../../testing/test-site.ts";
import { form, MULTIPART } from "./multipart.test-kit.ts";
import { countUnverified } from "./routes.ts";

const MEGABYTE = 1024 * 1024;
let site: TestApp;

/** Uploads a few bytes but declares more. */
const upload = (client: Awaited<ReturnType<TestApp["signUp"]>>, megabytes: number) =>
  site.app.inject({
    method: "POST",
    url: "/api/files/upload?purpose=digital",
    headers: {
      ...MULTIPART,
      cookie: client.cookie,
      "content-length": String(megabytes * MEGABYTE),
    },
    payload: form({ content: "abc" }),
  });

async function* megabytes(count: number) {
  for (let index = 0; index < count; index++) yield Buffer.alloc(MEGABYTE);
}

test("stores at most 50 MB for an account until its email is verified, even without declared sizes", async () => {
  site = await openSite({ settings: { maxUploadBytes: 512 * MEGABYTE } });
  const mallory = await site.signUp();
  expect((await upload(mallory, 52)).json()).toMatchObject({
    code: "files.quota",
    error:
      "There is no room for this file: until your email is verified, all your files together may take 50 MB.",
  });
  const owned = { creatorId: mallory.creator.id, name: "x", purpose: "digital" as const };
  let sent = 0;
  async function* counted() {
    for await (const chunk of megabytes(200)) {
      sent++;
      yield chunk;
    }
  }
  await expect(
    site.files.storeUpload({ ...owned, isUnverified: true, source: counted() }),
  ).rejects.toMatchObject({ status: 413, code: "files.quota" });
  expect(sent).toBe(51);
  await site.files.storeUpload({ ...owned, isUnverified: true, source: megabytes(1) });
  await site.sql`update files set size = ${49 * MEGABYTE} where creator_id = ${mallory.creator.id}`;
  expect((await upload(mallory, 2)).statusCode).toBe(413);
  await verifyEmail(site, mallory);
  expect((await upload(mallory, 52)).json()).not.toMatchObject({ code: "files.quota" });
});

test("limits the files that a client uploads per day with all its unverified accounts", async () => {
  site = await openSite({
    limits: "database",
    trustProxy: ["127.0.0.1"],
    settings: { rateLimits: true },
  });
  const accounts = [await site.signUp(), await site.signUp(), await site.signUp()];
  const send = (client: (typeof accounts)[number] | undefined, ip: string) =>
    site.app.inject({
      method: "POST",
      url: "/api/files/upload?purpose=digital",
      headers: { ...MULTIPART, cookie: client?.cookie, "x-forwarded-for": ip },
      payload: form({ content: "abc" }),
    });
  expect((await send(accounts[0], "203.0.113.9")).statusCode).toBe(201);
  await site.sql`update rate_limits set points = points + ${UNVERIFIED_UPLOADS.points - 2}
    where key like 'uploads of unverified accounts:%'`;
  expect((await send(accounts[1], "203.0.113.9")).statusCode).toBe(201);
  expect((await send(accounts[2], "203.0.113.9")).json()).toMatchObject({
    code: "files.quota",
    error:
      "There is no room for this file until your email is verified: much was uploaded from your network today.",
  });
  expect((await send(accounts[2], "203.0.113.10")).statusCode).toBe(201);
  if (accounts[2]) await verifyEmail(site, accounts[2]);
  expect((await send(accounts[2], "203.0.113.9")).statusCode).toBe(201);
});

test("limits the bytes that a client uploads with unverified accounts", async () => {
  site = await openSite();
  const uses: string[] = [];
  const limits = {
    consume: async ({ key }: { key: string }) => void uses.push(key),
    reset: async () => {},
  };
  let bytes = 0;
  for await (const chunk of countUnverified(limits, "203.0.113.9", megabytes(12))) bytes += chunk.length;
  expect(bytes).toBe(12 * MEGABYTE);
  expect(uses).toEqual(Array.from({ length: 3 }, () => "203.0.113.9"));
});

test("keeps the disk reserve free of uploads, and reports it in /readyz, /metrics and the log", async () => {
  const { bavail, bsize } = await statfs(tmpdir());
  const free = bavail * bsize;
  site = await openSite({
    settings: { diskReserveBytes: free - 400 * MEGABYTE, maxUploadBytes: 1024 * MEGABYTE },
  });
  const anna = await site.signUp();
  await verifyEmail(site, anna);
  expect((await upload(anna, 800)).json()).toMatchObject({ code: "storage.full" });
  expect((await site.call("GET", "/readyz")).body).toEqual({ status: "ready" });

  // The limit to which uploads can fill a disk.
  site = await openSite({
    settings: { diskReserveBytes: free - 40 * MEGABYTE, maxUploadBytes: 1024 * MEGABYTE },
  });
  const berta = await site.signUp();
  expect((await upload(berta, 49)).json()).toMatchObject({ code: "storage.full" });
  expect((await site.call("GET", "/readyz")).body).toEqual({ status: "ready", disk: "low" });

  site = await openSite({ settings: { diskReserveBytes: 2 * free } });
  const ben = await site.signUp();
  const owned = { creatorId: ben.creator.id, name: "x", purpose: "digital" as const };
  const source = megabytes(30);
  await expect(site.files.storeUpload({ ...owned, source })).rejects.toMatchObject({ status: 507 });
  expect((await source.next()).done).toBe(true);
  expect(await site.call("GET", "/readyz")).toMatchObject({
    status: 200,
    body: { status: "ready", disk: "low" },
  });
  const metrics = (await site.call("GET", "/metrics")).text;
  expect(metrics).toMatch(/tessera_disk_bytes\{state="free"\} \d/);
  expect(metrics).toMatch(/tessera_disk_bytes\{state="reserve"\} \d/);
  expect(site.logLines.filter((line) => line.includes("little more than the reserve"))).toHaveLength(1);
});
