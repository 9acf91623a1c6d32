import { expect, test } from "vitest";
import { DEFAULT_SITE } from "../../../contract/rules/site.ts";
import {
  addTile,
  offer,
  rejection,
  signUpVerified,
  startCheckout,
  upgrade,
} from "../../testing/factories.ts";
import { PRODUCT, startCheckout as startSubscription } from "../../testing/payers.ts";
import { createPaymentSimulator } from "../../testing/payment-simulator.ts";
import { openSite, testSite } from "../../testing/test-site.ts";

const plans = {
  free: { tiles: 2, feeBps: 250 },
  creator: { feeBps: 100, priceCents: 1490, currency: "chf" },
};
const settings = { site: { ...DEFAULT_SITE, name: "Atelier", plans } };
const site = testSite({ settings });

const feeOf = async (token: string, node = site) =>
  (
    await node.sql`select fee_bps, fee_cents from orders where checkout_token_hash = ${site.tokens.hash(token)}`
  )[0];

test("limits the tiles of the Free plan to the operator's number", async () => {
  const anna = await signUpVerified(site);
  await addTile(anna);
  await addTile(anna);
  const third = await anna.call("POST", "/api/tiles", { type: "link", title: "C", url: "https://c.example" });
  expect(third).toMatchObject(rejection(403, "tiles.limit_reached"));
});

test("charges the operator's fees, and leaves orders the fee with which they were made", async () => {
  const anna = await signUpVerified(site);
  const { tile } = await offer(anna, { priceCents: 1000 });
  const before = await startCheckout(site, tile.id);
  expect(await feeOf(before)).toEqual({ fee_bps: 250, fee_cents: 25 });
  expect((await anna.call("GET", "/api/connect/status")).body.platformFeeBps).toBe(250);
  expect((await site.call("GET", "/api/public/config")).body.platformFeeBps).toBe(250);

  const dearer = await openSite({ databaseUrl: site.databaseUrl });
  expect(await feeOf(await startCheckout(dearer, tile.id))).toEqual({ fee_bps: 500, fee_cents: 50 });
  await dearer.call("POST", `/api/public/checkout/${before}/pay`, { email: "buyer@example.org" });
  expect(await feeOf(before)).toEqual({ fee_bps: 250, fee_cents: 25 });

  await upgrade(site, anna);
  expect(await feeOf(await startCheckout(site, tile.id))).toEqual({ fee_bps: 100, fee_cents: 10 });
});

test("sells the plan of the sandbox at the operator's price", async () => {
  const anna = await signUpVerified(site);
  expect((await anna.call("GET", `/api/stripe/products/${PRODUCT}`)).body.product).toMatchObject({
    name: "Atelier Creator",
    price: { amount: 1490, currency: "chf", interval: "month" },
  });
  expect((await startSubscription(anna)).status).toBe(200);
});

test("sells no plan if the provider charges another price than the site shows", async () => {
  const { payments } = createPaymentSimulator();
  const other = await openSite({ payments, settings });
  const anna = await signUpVerified(other);
  const differs = rejection(409, "billing.price_differs");
  expect(await anna.call("GET", `/api/stripe/products/${PRODUCT}`)).toMatchObject(differs);
  expect(await startSubscription(anna)).toMatchObject(differs);
  expect(other.logLines.join("")).toContain("differs from CREATOR_PLAN_PRICE");
});
