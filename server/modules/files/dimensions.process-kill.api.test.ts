import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import pg from "pg";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { localStorage } from "../../platform/storage/adapters/local.ts";
import { SECRET } from "../../testing/harness.ts";
import { ProductProcess } from "../../testing/product-process.ts";
import { takeOverNow } from "../../testing/queued-jobs.ts";
import { testSite, testUser } from "../../testing/test-site.ts";
import { newFileId } from "./rules.ts";

/** Three batches. */
const IMAGES = 250;

const site = testSite();
const anna = testUser(site);

/** Stores images in the state of an earlier release, and returns their ids in order. */
async function storeImages(folder: string): Promise<string[]> {
  const storage = await localStorage({ folder });
  const pixels = { create: { width: 30, height: 20, channels: 3, background: "#8f3519" } } as const;
  const webp = await sharp(pixels).webp().toBuffer();
  const ids = Array.from({ length: IMAGES }, () => newFileId());
  for (const id of ids)
    await storage.saveFile(`images/${id}/960.webp`, await storage.createTemp(Readable.from([webp])));
  await site.sql`insert into files (id, creator_id, purpose, name, content_type, size, sha256)
    select id, ${anna.creator.id}, 'image', 'a.png', 'image/webp', 1, '' from unnest(${ids}::text[]) id`;
  return ids.toSorted();
}
const countMeasured = async () => (await site.sql`select from files where (width, height) = (30, 20)`).length;
const countWaiting = async () =>
  (
    await site.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query ilike '%update "files"%'`
  ).length;

test("keeps the saved dimensions of a killed node, and lets the next node measure the rest", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "dimensions-"));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const ids = await storeImages(join(dataDir, "uploads"));
  const settings = { APP_SECRET: SECRET, DATABASE_URL: site.databaseUrl, DATA_DIR: dataDir };
  const product = await ProductProcess.prepare(settings);
  onTestFinished(() => product.remove());

  // The second batch waits for the lock of one of its rows.
  const holder = new pg.Client({ connectionString: site.databaseUrl });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query("begin");
  await holder.query("select from files where id = $1 for update", [ids[150]]);
  await product.start();
  await expect.poll(countWaiting).toBe(1);
  await product.kill();
  await holder.query("rollback");
  expect(await countMeasured()).toBe(100);
  await takeOverNow(site);

  await product.start();
  await expect.poll(countMeasured, { interval: 200 }).toBe(IMAGES);
});
