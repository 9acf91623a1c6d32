import { beforeAll, expect, test } from "vitest";
import { addProduct, offer, rejection, upgrade } from "../../testing/factories.ts";
import { buyerOf, signUpSeller } from "../../testing/payers.ts";
import { prepare } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const seller = prepare(() => signUpSeller(site));
beforeAll(async () => {
  await upgrade(site, seller);
});

const { pay } = buyerOf(() => site);
const CHECKOUT = "/api/public/checkout";

async function start(sold: { productId: number } | { tileId: number }): Promise<string> {
  const started = await site.call("POST", CHECKOUT, sold);
  expect(started.status).toBe(201);
  return started.body.mockCheckoutUrl.split("/").at(-1);
}

test.each([
  { name: "for money", priceCents: 1000 },
  { name: "for nothing", priceCents: 0 },
])("a product without a tile is sold on its page $name", async ({ name, priceCents }) => {
  const { id: productId } = await addProduct(seller, { name, type: "digital", priceCents });
  const token = await start({ productId });
  const shown = await site.call("GET", `${CHECKOUT}/${token}`);
  expect(shown).toMatchObject({ status: 200, body: { order: { price: { total_cents: priceCents } } } });
  expect((await site.call("GET", `/checkout/pay/${token}`)).status).toBe(200);
  expect((await pay(token, { totalCents: priceCents })).status).toBe(200);
});

test.each([
  { what: "hidden", change: { hidden: true } },
  { what: "over", change: { startsAt: "2020-01-01T00:00", endsAt: "2020-01-02T00:00" } },
  { what: "off", change: { active: false } },
])("what a tile sells cannot be had once the tile is $what", async ({ what, change }) => {
  for (const priceCents of [0, 1000]) {
    const { tile } = await offer(seller, { name: `${what} ${priceCents}`, type: "digital", priceCents });
    const token = await start({ tileId: tile.id });
    expect((await seller.call("PATCH", `/api/tiles/${tile.id}`, change)).status).toBe(200);
    expect(await pay(token, { totalCents: priceCents })).toMatchObject(
      rejection(409, "checkout.not_for_sale"),
    );
  }
});
