import { expect, test } from "vitest";
import { modelOf, offerFile, startCheckout, submitForm } from "../../testing/factories.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const site = testSite();
const anna = testUser(site, { plan: "creator" });

const API = "/api/public/checkout";
const expire = (token: string, age: string) =>
  site.sql`update orders set created_at = now() - ${age}::interval
    where checkout_token_hash = ${site.tokens.hash(token)}`;

type Offer = Awaited<ReturnType<typeof offerFile>>;
const changes: Record<string, (offer: Offer) => Promise<{ status: number }>> = {
  "the product is deactivated": ({ product }) =>
    anna.call("PATCH", `/api/products/${product.id}`, { active: false }),
  "the product is deleted": ({ product }) => anna.call("DELETE", `/api/products/${product.id}`),
  "the tile is deleted": ({ tile }) => anna.call("DELETE", `/api/tiles/${tile.id}`),
};
async function expectUnpayable(token: string, status: number, code: string, reason: string) {
  const shown = await site.call("GET", `${API}/${token}`);
  expect(shown).toMatchObject({ status: 200, body: { order: { status: "pending" }, unavailable: reason } });
  const page = await site.call("GET", `/checkout/mock/${token}`);
  expect([page.status, modelOf(page.text).unavailable]).toEqual([200, reason]);
  expect(await site.call("POST", `${API}/${token}/pay`)).toMatchObject({ status, body: { code } });
  const form = await submitForm(site, `/checkout/mock/${token}`, { action: "pay" });
  expect([form.status, modelOf(form.text).unavailable]).toEqual([status, reason]);
  expect((await site.call("GET", `${API}/${token}`)).body.order.status).toBe("pending");
}

test("rejects the payment of a checkout after 24 hours", async () => {
  const token = await startCheckout(site, (await offerFile(site, anna)).tile.id);
  await expire(token, "23 hours 59 minutes");
  expect((await site.call("GET", `${API}/${token}`)).body.unavailable).toBeUndefined();
  await expire(token, "24 hours 1 second");
  await expectUnpayable(token, 410, "checkout.expired", "expired");
});

test("keeps a paid order after 24 hours and after its product is deleted", async () => {
  const offer = await offerFile(site, anna);
  const token = await startCheckout(site, offer.tile.id);
  const paid = await site.call("POST", `${API}/${token}/pay`);
  await expire(token, "25 hours");
  await anna.call("DELETE", `/api/products/${offer.product.id}`);
  expect((await site.call("POST", `${API}/${token}/pay`)).body).toEqual(paid.body);
  expect((await site.call("GET", `${API}/${token}`)).body.unavailable).toBeUndefined();
});

test("rejects payments while the tile is inactive, and accepts them afterwards", async () => {
  const { tile } = await offerFile(site, anna);
  const token = await startCheckout(site, tile.id);
  await site.sql`update tiles set active = false where id = ${tile.id}`;
  await expectUnpayable(token, 409, "checkout.not_for_sale", "not_for_sale");
  await site.sql`update tiles set active = true where id = ${tile.id}`;
  expect((await site.call("POST", `${API}/${token}/pay`)).status).toBe(200);
});

test.each(Object.keys(changes))("rejects the payment of a checkout after %s", async (name) => {
  const offer = await offerFile(site, anna);
  const token = await startCheckout(site, offer.tile.id);
  expect((await changes[name]?.(offer))?.status).toBeLessThan(300);
  await expectUnpayable(token, 409, "checkout.not_for_sale", "not_for_sale");
});
