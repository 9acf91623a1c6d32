import { expect, test } from "vitest";
import { offer, offerFile, startCheckout, type TestUser } from "../../testing/factories.ts";
import { testSite, testUser } from "../../testing/test-site.ts";
import { beginTransaction, untilWaiting } from "../../testing/transactions.ts";

const site = testSite();
const admin = testUser(site, { admin: true });

const remove = (user: TestUser) => admin.call("DELETE", `/api/admin/users/${user.creator.user_id}`);

/** Locks a creator's orders in a separate transaction. */
async function holdOrders({ creator }: TestUser) {
  const transaction = await beginTransaction(site);
  await transaction.sql`select 1 from orders where creator_id = ${creator.id} for update`;
  return transaction;
}

test("keeps an order paid that is paid while its creator is deleted", async () => {
  const berta = await site.signUp();
  await startCheckout(site, (await offer(berta)).tile.id);
  const payment = await holdOrders(berta);
  const [{ id }] = await payment.sql`update orders set status = 'paid', paid_at = now()
    where creator_id = ${berta.creator.id} returning id`;
  const removal = remove(berta);
  await untilWaiting(site);
  await payment.commit();
  expect((await removal).status).toBe(204);
  expect(await site.sql`select status, creator_id from orders where id = ${id}`).toEqual([
    { status: "paid", creator_id: null },
  ]);
});

test("sells nothing of a creator whose deletion is in progress", async () => {
  const berta = await site.signUp();
  const { tile } = await offerFile(site, berta);
  await startCheckout(site, tile.id);
  const orders = await holdOrders(berta);
  const removal = remove(berta);
  await untilWaiting(site);
  const late = site.call("POST", "/api/public/checkout", { tileId: tile.id });
  await Promise.race([late, untilWaiting(site, 2)]);
  await orders.commit();
  expect((await removal).status, site.logLines.at(-1)).toBe(204);
  expect(await late).toMatchObject({ status: 409, body: { code: "checkout.not_for_sale" } });
  expect(await site.query("select 1 from orders where status = 'pending'")).toEqual([]);
});
