import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { inTransaction } from "../../platform/database/index.ts";
import { addFile, addProduct, buy, offerFile, type TestUser } from "../../testing/factories.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";
import { untilWaiting } from "../../testing/transactions.ts";

const site = testSite();
const anna = prepareEach(() => site.signUp());

const ageByWeek = (ids: string[]) =>
  site.sql`update files set unnamed_since = unnamed_since - interval '8 days' where id = any(${ids})`;
const sweep = async () => {
  await site.runMaintenance();
  await site.settled();
};
const isKept = async (path: string) => {
  const bytes = (await site.storage.openFile(`digital/${path}`)) !== null;
  const [row] = await site.sql`select id from files where id = ${path}`;
  expect(bytes).toBe(row !== undefined);
  return bytes;
};
const replaceFile = (user: TestUser, productId: number, digitalFilePath: string) =>
  user.call("PATCH", `/api/products/${productId}`, { digitalFilePath });

/** Deletes a product and its row: while it can be restored, its file is referenced. */
async function deleteForGood(user: TestUser, productId: number) {
  expect((await user.call("DELETE", `/api/products/${productId}`)).status).toBe(204);
  await site.sql`delete from products where id = ${productId}`;
}

test("deletes a file that was replaced, never used or of a deleted product after a week", async () => {
  const replaced = await offerFile(site, anna);
  const next = await addFile(site, anna, "The second edition.");
  expect((await replaceFile(anna, replaced.product.id, next)).status).toBe(200);
  const left = await addFile(site, anna, "Left.");
  await deleteForGood(anna, (await addProduct(anna, { type: "digital", digitalFilePath: left })).id);
  const never = await addFile(site, anna, "Never named.");
  const fresh = await addFile(site, anna, "About to be named.");

  await sweep();
  await ageByWeek([replaced.path, next, left, never]);
  await sweep();
  const kept = await Promise.all([replaced.path, left, never, next, fresh].map(isKept));
  expect(kept).toEqual([false, false, false, true, true]);
});

test("starts the week when the last reference is removed, and stops it when the file is referenced again", async () => {
  const { path, product } = await offerFile(site, anna);
  await sweep();
  await ageByWeek([path]);
  await deleteForGood(anna, product.id);
  await sweep();
  expect(await isKept(path)).toBe(true);

  const again = await addProduct(anna, { type: "digital", digitalFilePath: path });
  await sweep();
  await deleteForGood(anna, again.id);
  await ageByWeek([path]);
  await sweep();
  expect(await isKept(path)).toBe(true);
  await ageByWeek([path]);
  await sweep();
  expect(await isKept(path)).toBe(false);
});

test("keeps a purchased file when its product is deleted", async () => {
  const { path, product, tile } = await offerFile(site, anna, "Bought.");
  const { orderToken } = await buy(site, tile.id);
  await deleteForGood(anna, product.id);
  await sweep();
  await ageByWeek([path]);
  await sweep();
  expect(await isKept(path)).toBe(true);
  expect((await site.call("GET", `/api/public/orders/${orderToken}`)).status).toBe(200);
});

test("keeps unreferenced images, because other sites may embed them", async () => {
  await site.sql`insert into files (id, creator_id, purpose, name, content_type, size, sha256)
    values ('picture', ${anna.creator.id}, 'image', 'a', 'image/webp', 1, '')`;
  await sweep();
  await ageByWeek(["picture"]);
  await sweep();
  expect(await site.query("select id from files where id = 'picture'")).toHaveLength(1);
});

test("keeps a file that a product references during the clean-up", async () => {
  const path = await addFile(site, anna, "Named at last.");
  await sweep();
  await ageByWeek([path]);
  const { id } = await addProduct(anna, { type: "digital" });
  await inTransaction(site.db, async (tx) => {
    await tx.execute(
      sql`insert into product_files (product_id, position, file_id, name) values (${id}, 0, ${path}, 'a')`,
    );
    // The clean-up skips files that other transactions have locked.
    await sweep();
  });
  await sweep();
  expect(await isKept(path)).toBe(true);
});

test("rejects a reference to a file that is being deleted", async () => {
  const { product } = await offerFile(site, anna);
  const path = await addFile(site, anna, "Too late.");
  let naming: ReturnType<typeof replaceFile> | undefined;
  await inTransaction(site.db, async (tx) => {
    await tx.execute(sql`delete from files where id = ${path}`);
    naming = replaceFile(anna, product.id, path);
    await untilWaiting(site);
  });
  expect(await naming).toMatchObject({ status: 400, body: { code: "products.file_not_usable" } });
});
