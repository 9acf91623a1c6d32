import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { inTransaction } from "../../platform/database/index.ts";
import { addTile } from "../../testing/factories.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();

test("stores no event of a failed transaction, and no deleted tile", async () => {
  const user = await site.signUp();
  const tile = await addTile(user);
  const record = (orderId: number) =>
    inTransaction(site.db, async (tx) => {
      await site.analytics.recordPurchase(tx, { orderId, creatorId: user.creator.id, tileId: tile.id });
      if (orderId === 1) throw new Error("no");
    });
  await expect(record(1)).rejects.toThrow("no");
  await site.sql`delete from tiles where id = ${tile.id}`;
  await record(2);
  expect(await site.query("select event, tile_id from events")).toEqual([
    { event: "purchase", tile_id: null },
  ]);
});

test("restores the lock timeout of the transaction", async () => {
  const { creator } = await site.signUp();
  const timeouts = await inTransaction(site.db, async (tx) => {
    const before = await tx.execute(sql`show lock_timeout`);
    await site.analytics.recordPurchase(tx, { orderId: 3, creatorId: creator.id, tileId: null });
    return [before.rows, (await tx.execute(sql`show lock_timeout`)).rows];
  });
  expect(timeouts[1]).toEqual(timeouts[0]);
});
