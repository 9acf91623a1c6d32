import { expect, test } from "vitest";
import { offerFile } from "../../testing/factories.ts";
import { buyerOf, completeAtSandbox, signUpSeller, startPaid } from "../../testing/payers.ts";
import { prepare } from "../../testing/prepare.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const site = testSite();
const admin = testUser(site, { admin: true });
const seller = prepare(() => signUpSeller(site));
const offered = prepare(() => offerFile(site, seller));

const { pay, rowOf } = buyerOf(() => site);
const list = async (query = "") => (await admin.call("GET", `/api/admin/payments${query}`)).body;

test("lists only held payments and duplicates, with their refunds", async () => {
  expect(await list()).toEqual({ payments: [], total: 0, page: 1, pageSize: 25 });

  const usual = await startPaid(site, offered.tile.id);
  await completeAtSandbox(site, (await pay(usual)).body.returnUrl, "pay");

  const held = await startPaid(site, offered.tile.id);
  const { returnUrl } = (await pay(held)).body;
  const heldOrder = await rowOf(held);
  await site.sql`update sandbox_payments set amount = 2400 where reference = (select id from order_payments
    where order_id = ${heldOrder.id})`;
  await completeAtSandbox(site, returnUrl, "pay");

  const twice = await startPaid(site, offered.tile.id);
  const first = (await pay(twice)).body.returnUrl;
  await site.sql`update order_payments set status = 'expired' where url = ${first}`;
  const twiceOrder = await rowOf(twice);
  await site.sql`update orders set status = 'expired' where id = ${twiceOrder.id}`;
  await completeAtSandbox(site, (await pay(twice)).body.returnUrl, "pay");
  await completeAtSandbox(site, first, "pay");

  const { payments, total } = await list();
  expect(total).toBe(2);
  expect(payments).toMatchObject([
    {
      kind: "duplicate",
      reason: null,
      order_id: twiceOrder.id,
      creator: { id: seller.creator.id, handle: seller.handle },
      amount_cents: 2500,
      currency: "eur",
      mode: "sandbox",
      refund: { amount_cents: 2500, status: "done", failure: null },
    },
    {
      kind: "held",
      reason: "amount 2400 instead of 2500",
      order_id: heldOrder.id,
      refund: null,
    },
  ]);
  expect(JSON.stringify(payments), "nothing about the buyer").not.toContain("buyer@");
  expect(await list("?page=2")).toMatchObject({ payments: [], total: 2, page: 2 });
});

test("lets only administrators list them", async () => {
  expect((await site.call("GET", "/api/admin/payments")).status).toBe(401);
  expect((await seller.call("GET", "/api/admin/payments")).status).toBe(403);
});
