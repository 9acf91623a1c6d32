import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { afterEach, expect, test } from "vitest";
import { verifyEmail } from "../../testing/factories.ts";
import { createTestApp, type TestApp } from "../../testing/harness.ts";
import { form, MULTIPART } from "./multipart.test-kit.ts";

const MEGABYTE = 1024 * 1024;
let site: TestApp;
afterEach(() => site.close());

/** Uploads a few bytes, and declares more. */
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

test("an account stores 50 MB until its email is verified, also of uploads without a declared size", async () => {
  site = await createTestApp({ settings: { maxUploadBytes: 512 * MEGABYTE } });
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
  await site.files.storeUpload({ ...owned, isUnverified: true, source: megabytes(49) });
  expect((await upload(mallory, 2)).statusCode).toBe(413);
  await verifyEmail(site, mallory);
  expect((await upload(mallory, 52)).json()).not.toMatchObject({ code: "files.quota" });
});

test("uploads leave the reserve of disk space free, and /readyz, /metrics and the log say so", async () => {
  const { bavail, bsize } = await statfs(tmpdir());
  const free = bavail * bsize;
  site = await createTestApp({
    settings: { diskReserveBytes: free - 400 * MEGABYTE, maxUploadBytes: 1024 * MEGABYTE },
  });
  const anna = await site.signUp();
  await verifyEmail(site, anna);
  expect((await upload(anna, 800)).json()).toMatchObject({ code: "storage.full" });
  expect((await site.call("GET", "/readyz")).body).toEqual({ status: "ready" });
  await site.close();

  site = await createTestApp({ settings: { diskReserveBytes: 2 * free } });
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
  expect(site.logLines.filter((line) => line.includes("below the reserve"))).toHaveLength(1);
});
