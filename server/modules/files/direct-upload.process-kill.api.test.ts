import { createHash, randomBytes } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { SECRET_ACCESS_KEY, testBuckets } from "../../platform/storage/bucket.test-kit.ts";
import { HttpClient } from "../../testing/http-client.ts";
import type { ProductProcess } from "../../testing/product-process.ts";
import { runScheduledNow, takeOverNow } from "../../testing/queued-jobs.ts";
import { beginTransaction, untilWaiting } from "../../testing/transactions.ts";
import { testNodes } from "../../testing/two-nodes.ts";
import { isStored, put, type Started } from "./direct-uploads.test-kit.ts";

const MEGABYTE = 1024 * 1024;

const buckets = testBuckets();
let bucketName: string;
const site = testNodes(async () => {
  bucketName = await buckets.create();
  return {
    STORAGE_URL: `s3://${bucketName}?endpoint=${buckets.url}`,
    AWS_ACCESS_KEY_ID: "AKIAIOSFODNN7EXAMPLE",
    AWS_SECRET_ACCESS_KEY: SECRET_ACCESS_KEY,
    DIRECT_UPLOAD_MB: "1",
  };
});

test("leaves one complete file, counted once, if a node is killed between copy and row", async () => {
  const [first, second] = site.nodes;
  await first.start();
  const client = new HttpClient(first.url);
  const creator = await client.register("anna");
  const content = randomBytes(3 * MEGABYTE);
  const declared = { name: "film.mp4", bytes: content.length };
  const started = await client.postForJson<Started>("/api/files/direct", declared);
  expect((await put(started, content)).status).toBe(200);

  const holder = await beginTransaction(site);
  await holder.sql`select pg_advisory_xact_lock(hashtextextended(${`files of ${creator.id}`}, 0))`;
  const complete = (node: ProductProcess) =>
    client.post(`${node.url}/api/files/direct/${started.id}/complete`, {});
  expect((await complete(first)).status).toBe(202);
  await untilWaiting(site);
  const copies = await site.query("select file_id from pending_uploads");
  const bucket = await buckets.open({ bucket: bucketName });
  onTestFinished(() => bucket.stop());
  expect(await isStored(bucket, `digital/${copies[0].file_id}`)).toBe(true);
  await first.kill();
  await holder.rollback();
  await takeOverNow(site);

  await second.start();
  // It may have completed the upload before the request.
  await expect.poll(async () => (await complete(second)).status, { interval: 500 }).toBe(201);
  const { path } = (await (await complete(second)).json()) as { path: string };
  expect(path).not.toBe(copies[0].file_id);
  const files = await site.query("select id, size::int, sha256 from files");
  const sha256 = createHash("sha256").update(content).digest();
  expect(files).toEqual([{ id: path, size: content.length, sha256 }]);
  expect(await isStored(bucket, `digital/${path}`)).toBe(true);
  expect(await isStored(bucket, `incoming/${started.id}`)).toBe(false);

  // The clean-up finds the orphaned copy.
  await site.query("update pending_uploads set started_at = started_at - interval '61 minutes'");
  await runScheduledNow(site, "maintenance");
  await expect.poll(() => isStored(bucket, `digital/${copies[0].file_id}`), { interval: 200 }).toBe(false);
  expect(await isStored(bucket, `digital/${path}`)).toBe(true);
});
