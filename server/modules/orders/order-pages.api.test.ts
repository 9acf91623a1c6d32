import { expect, test } from "vitest";
import { paths } from "../../../contract/rules/paths.ts";
import { addProduct, addTile, modelOf, offer } from "../../testing/factories.ts";
import { signUpSeller } from "../../testing/payers.ts";
import { prepare } from "../../testing/prepare.ts";
import { openShop, sellAtProvider } from "../../testing/sold-orders.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const shop = prepare(() => openShop(site));

const open = async (path: string) => modelOf((await site.call("GET", path)).text);

test("shows a dispute and a refund at the provider on the order page", async () => {
  const order = await sellAtProvider(site, shop);
  const read = async () => {
    const { access, order: shown } = await open(paths.order(order.orderToken));
    return { access, status: shown.status, hasDownload: shown.download !== null };
  };
  expect(await read()).toEqual({ access: "given", status: "paid", hasDownload: true });
  await order.act("dispute");
  expect(await read()).toEqual({ access: "paused", status: "disputed", hasDownload: false });
  await order.act("win");
  expect(await read()).toEqual({ access: "given", status: "paid", hasDownload: true });
  await order.act("refund", { amount: "4.00" });
  expect(await read()).toEqual({ access: "given", status: "partially_refunded", hasDownload: true });
  await order.act("refund-rest");
  expect(await read()).toEqual({ access: "refunded", status: "refunded", hasDownload: false });
});

test("says on the page of a lost dispute that the bank returned the payment", async () => {
  const order = await sellAtProvider(site, shop);
  await order.act("dispute");
  await order.act("lose");
  expect(await open(paths.order(order.orderToken))).toMatchObject({
    access: "returned",
    order: { status: "disputed", download: null },
  });
});

test("leads from an unpaid order back to its checkout, the mock one included", async () => {
  const seller = await signUpSeller(site);
  const mock = await site.signUp();
  for (const [user, page, mode] of [
    [seller, "/checkout/pay/", "sandbox"],
    [mock, "/checkout/mock/", null],
  ] as const) {
    const { tile } = await offer(user);
    const { body } = await site.call("POST", "/api/public/checkout", { tileId: tile.id });
    const token = body.mockCheckoutUrl.replace(page, "");
    const [row] =
      await site.sql`select seed from orders where checkout_token_hash = ${site.tokens.hash(token)}`;
    expect(await open(paths.order(site.tokens.order(row.seed)))).toMatchObject({
      checkoutPath: `${page}${token}`,
      mode,
      order: { status: "pending", paid_at: null },
    });
  }
});

test("opens the first tile that takes a tip by the tip button, in the mock checkout, too", async () => {
  const seller = await signUpSeller(site);
  const tipTile = async () => (await open(paths.creator(seller.handle))).tipTileId;
  const tip = await addProduct(seller, { name: "A coffee", type: "tip", priceCents: 300 });
  await addTile(seller, { type: "tip", title: "Off", productId: tip.id, active: false });
  const tile = await addTile(seller, { type: "tip", title: "On", productId: tip.id });
  expect(await tipTile()).toBeNull();
  await seller.call("POST", "/api/connect/tips", { enabled: true });
  await expect.poll(tipTile).toBe(tile.id);
  const { handle, displayName } = seller;
  await seller.call("POST", "/api/creators/me", { handle, displayName, paymentProvider: "none" });
  await expect.poll(async () => (await open(paths.creator(seller.handle))).creator.sells).toBe("mock");
  expect(await tipTile()).toBe(tile.id);
});
