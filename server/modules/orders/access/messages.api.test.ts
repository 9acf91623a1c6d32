import { expect, test } from "vitest";
import { paths } from "../../../../contract/rules/paths.ts";
import { addProduct, addTile, mailsTo, modelOf, startCheckout } from "../../../testing/factories.ts";
import { prepare, prepareEach } from "../../../testing/prepare.ts";
import { SELLER } from "../../../testing/sales.ts";
import { openShop, sellAtProvider, splitOrder } from "../../../testing/sold-orders.ts";
import { testSite, testUser } from "../../../testing/test-site.ts";

const site = testSite();
const anna = testUser(site, { verified: true, plan: "creator" });
const shop = prepare(() => openShop(site));

const WELCOME = {
  buyerMessage: "Welcome.",
  buyerLinkLabel: "Choose a time",
  buyerLinkUrl: "https://calendar.example/ada",
};
const shown = {
  name: null,
  text: "Welcome.",
  link: { label: "Choose a time", url: "https://calendar.example/ada" },
};
const open = async (path: string) => modelOf((await site.call("GET", path)).text);
const messagesAt = async (path: string) => (await open(path)).messages;
const namesAt = async (path: string) =>
  (await messagesAt(path)).map(({ name }: { name: string | null }) => name);
const pay = (token: string, email: string) =>
  site.call("POST", `/api/public/checkout/${token}/pay`, { email });

/** An order of 10.00 € for a call with a message, and for notes without one. */
const sold = prepareEach(async () => {
  const call = await addProduct(shop.creator, { name: "Call", type: "physical", ...WELCOME });
  const order = await sellAtProvider(site, shop);
  const [callLine = 0, notes = 0] = await splitOrder(site, order, [
    { name: "Call", type: "physical", cents: 600, productId: call.id },
    { name: "Notes", cents: 400 },
  ]);
  await site.query("update orders set seller = $2, consent_at = now() where id = $1", [order.id, SELLER]);
  return { ...order, call, callLine, notes, page: paths.order(order.orderToken) };
});

test("shows the message on the confirmation and the order page once the order is paid, and not before", async () => {
  const product = await addProduct(anna, { priceCents: 900, ...WELCOME });
  const tile = await addTile(anna, { type: "product", productId: product.id });
  const token = await startCheckout(site, tile.id);
  const [row] =
    await site.sql`select seed from orders where checkout_token_hash = ${site.tokens.hash(token)}`;
  const page = paths.order(site.tokens.order(row.seed));
  const unpaid = `/checkout/return?status=success&checkout=${token}`;
  expect([await messagesAt(page), await messagesAt(unpaid)]).toEqual([[], []]);
  const { body } = await pay(token, "paid@example.org");
  const url = new URL(body.returnUrl, "https://tiles.example");
  expect([await messagesAt(page), await messagesAt(url.pathname + url.search)]).toEqual([[shown], [shown]]);
  expect((await site.call("GET", page)).headers["cache-control"]).toContain("no-store");
  expect((await site.call("GET", `/api/public/orders/${page.split("/").at(-1)}`)).text).not.toContain(
    "Welcome.",
  );
});

test("shows earlier buyers the message as it is now, also of a deleted product", async () => {
  const change = { buyerMessage: "Another link:" };
  await shop.creator.call("PATCH", `/api/products/${sold.call.id}`, change);
  expect(await messagesAt(sold.page)).toMatchObject([{ name: "Call", text: "Another link:" }]);
  await shop.creator.call("DELETE", `/api/products/${sold.call.id}`);
  expect(await messagesAt(sold.page)).toMatchObject([{ name: "Call", text: "Another link:" }]);
});

test("hides the message after a full refund of its line, and keeps it after other refunds", async () => {
  await sold.refund({ lines: [{ id: sold.notes }, { id: sold.callLine, amountCents: 100 }] });
  await site.settled();
  expect(await namesAt(sold.page)).toEqual(["Call"]);
  await sold.refund({ lines: [{ id: sold.callLine }] });
  await site.settled();
  expect(await messagesAt(sold.page)).toEqual([]);
});

test("hides the message after the buyer has withdrawn", async () => {
  const path = `/api/public/orders/${sold.orderToken}/withdraw`;
  const sent = { name: "Vera Stone", confirm: true, lines: [sold.callLine] };
  expect((await site.call("POST", path, sent)).status).toBe(202);
  expect(await messagesAt(sold.page)).toEqual([]);
});

test("hides the message during a dispute", async () => {
  await sold.act("dispute");
  expect(await messagesAt(sold.page)).toEqual([]);
  await sold.act("win");
  expect(await namesAt(sold.page)).toEqual(["Call"]);
});

test("shows the message of a bundle before those of its products, each under its name", async () => {
  const part = (name: string, given: object) => addProduct(anna, { name, priceCents: 500, ...given });
  const [notes, poster] = [
    await part("Notes", { type: "digital", buyerMessage: "Enjoy." }),
    await part("Poster", { type: "digital" }),
  ];
  const bundle = await part("Both", {
    ...{ type: "bundle", bundleItems: [poster.id, notes.id] },
    buyerMessage: "Thank you.",
  });
  const tile = await addTile(anna, { type: "product", productId: bundle.id });
  const token = await startCheckout(site, tile.id);
  await pay(token, "both@example.org");
  const [row] =
    await site.sql`select seed from orders where checkout_token_hash = ${site.tokens.hash(token)}`;
  expect(await messagesAt(paths.order(site.tokens.order(row.seed)))).toEqual([
    { name: "Both", text: "Thank you.", link: null },
    { name: "Notes", text: "Enjoy.", link: null },
  ]);
});

test("emails the message with real money, and otherwise says that the order page has one", async () => {
  const receipt = async () => {
    const mails = await mailsTo(site, "buyer@example.org", "receipt");
    return JSON.parse(mails.at(-1)?.html ?? "{}");
  };
  const again = async () => {
    await site.query("update orders set links_mailed_at = null where id = $1", [sold.id]);
    const path = `/api/public/orders/${sold.orderToken}/mail`;
    expect((await site.call("POST", path, {})).status).toBe(204);
    await site.settled();
  };
  await again();
  expect(await receipt()).toMatchObject({ hasMessages: true });
  expect(await receipt()).not.toHaveProperty("messages");
  await site.query("update orders set mode = 'live' where id = $1", [sold.id]);
  await again();
  expect(await receipt()).toMatchObject({ messages: [{ ...shown, name: "Call" }] });
  expect(await receipt()).not.toHaveProperty("hasMessages");
});
