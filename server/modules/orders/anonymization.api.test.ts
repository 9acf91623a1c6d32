import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { inTransaction } from "../../platform/database/index.ts";
import { prepare } from "../../testing/prepare.ts";
import { openShop, sellAtProvider } from "../../testing/sold-orders.ts";
import { testSite } from "../../testing/test-site.ts";
import { anonymizeCreator } from "./anonymization.ts";

const site = testSite();
const shop = prepare(() => openShop(site));

test("clears in one statement every reference that the deletion of a creator would clear", async () => {
  const { id } = await sellAtProvider(site, shop);
  await site.sql`update orders set account_row_id = (select id from connect_accounts where creator_id = orders.creator_id)
    where id = ${id}`;
  const [before] = await site.sql`select account_row_id, creator_id from orders where id = ${id}`;
  expect(before).toEqual({ account_row_id: expect.any(String), creator_id: expect.anything() });
  const cleared = await inTransaction(site.db, async (tx) => {
    await anonymizeCreator(tx, { creatorId: shop.creator.creator.id, seller: null });
    const { rows } = await tx.execute(sql`
      select creator_id, product_id, tile_id, discount_id, account_row_id, media_url from orders join order_lines on order_id = orders.id
      where orders.id = ${id}`);
    return rows[0];
  });
  expect(new Set(Object.values(cleared ?? {}))).toEqual(new Set([null]));
});
