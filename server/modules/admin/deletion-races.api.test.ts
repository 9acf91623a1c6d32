import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { addProduct, addTile, offerFile, startCheckout, type TestUser } from "../../testing/factories.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const site = testSite();
const admin = testUser(site, { admin: true });

const remove = (user: TestUser) => admin.call("DELETE", `/api/admin/users/${user.creator.user_id}`);

/** Resolves once this many statements wait for locks. */
async function waiting(count: number): Promise<void> {
  const all =
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  while ((await site.query(all)).length < count) await setTimeout(10);
}

/** Locks a creator's orders in a separate transaction. */
async function holdOrders(user: TestUser) {
  const client = await site.db.$client.connect();
  await client.query("begin");
  await client.query("select 1 from orders where creator_id = $1 for update", [user.creator.id]);
  return {
    query: (text: string) => client.query(text, [user.creator.id]),
    async releaseUploads() {
      await client.query("commit");
      client.release();
    },
  };
}

test("an order that is paid while its creator is deleted stays paid", async () => {
  const berta = await site.signUp();
  const product = await addProduct(berta);
  const tile = await addTile(berta, { type: "product", title: "Bowl", productId: product.id });
  await startCheckout(site, tile.id);
  const payment = await holdOrders(berta);
  const { rows } = await payment.query(
    "update orders set status = 'paid', paid_at = now() where creator_id = $1 returning id",
  );
  const removal = remove(berta);
  await waiting(1);
  await payment.releaseUploads();
  expect((await removal).status).toBe(204);
  expect(await site.sql`select status, creator_id from orders where id = ${rows[0].id}`).toEqual([
    { status: "paid", creator_id: null },
  ]);
});

test("nothing can be bought from a creator whose deletion is in progress", async () => {
  const berta = await site.signUp();
  const { tile } = await offerFile(site, berta);
  await startCheckout(site, tile.id);
  const orders = await holdOrders(berta);
  const removal = remove(berta);
  await waiting(1);
  const late = site.call("POST", "/api/public/checkout", { tileId: tile.id });
  await Promise.race([late, waiting(2)]);
  await orders.releaseUploads();
  expect((await removal).status, site.logLines.at(-1)).toBe(204);
  expect(await late).toMatchObject({ status: 409, body: { code: "checkout.not_for_sale" } });
  expect(await site.query("select 1 from orders where status = 'pending'")).toEqual([]);
});
