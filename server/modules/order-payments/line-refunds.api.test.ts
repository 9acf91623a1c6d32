import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addProduct, fieldRejection, mailsTo, readOrder, rejection } from "../../testing/factories.ts";
import { prepare, prepareEach } from "../../testing/prepare.ts";
import { openShop, sellAtProvider, splitOrder } from "../../testing/sold-orders.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const other = testSite(() => ({ databaseUrl: site.databaseUrl }));
const shop = prepare(() => openShop(site));

/** An order of 10.00 € with two files of 3.00 € and 5.00 € and a bowl of 2.00 €. */
const sold = prepareEach(async () => {
  const bowl = await addProduct(shop.creator, { name: "Bowl", type: "physical", stock: 3 });
  const order = await sellAtProvider(site, shop);
  const [notes = 0, poster = 0, goods = 0] = await splitOrder(site, order, [
    { name: "Notes", cents: 300 },
    { name: "Poster", cents: 500 },
    { name: "Bowl", type: "physical", cents: 200, productId: bowl.id },
  ]);
  return { ...order, notes, poster, goods, bowl };
});

const shares = async () =>
  (await sold.read()).lines.map((line: { refunded_cents: number; refundable_cents: number }) => [
    line.refunded_cents,
    line.refundable_cents,
  ]);
const states = async () => (await readOrder(site, sold.orderToken)).lines.map((line) => line.access.state);
const amountsAtProvider = async () => (await sold.refundsAtProvider()).map(({ amount }) => amount);

test("refunds the rest of a line, and ends only the access to that line", async () => {
  const { status, body } = await sold.refund({ lines: [{ id: sold.notes }] });
  expect(status).toBe(201);
  expect(body.order).toMatchObject({
    status: "partially_refunded",
    refunded_cents: 300,
    refunds: [{ amount_cents: 300, lines: [{ id: sold.notes, amount_cents: 300 }] }],
  });
  expect(await shares()).toEqual([
    [300, 0],
    [0, 500],
    [0, 200],
  ]);
  expect(await states()).toEqual(["refunded", "given", "given"]);
  expect((await site.call("GET", `/api/orders/download/${sold.downloadToken}`)).status).toBe(410);
  expect(await amountsAtProvider()).toEqual([300]);
});

test("names the refunded lines in the buyer's email", async () => {
  await sold.refund({ lines: [{ id: sold.poster, amountCents: 123 }] });
  await site.settled();
  const mails = (await mailsTo(site, "buyer@example.org", "refund")).map(({ html }) => JSON.parse(html));
  expect(mails).toContainEqual(expect.objectContaining({ product: "Poster", amountCents: 123 }));
});

test("keeps the access to a refunded line if the creator wants it", async () => {
  await sold.refund({ lines: [{ id: sold.notes }], keepAccess: true });
  expect(await states()).toEqual(["given", "given", "given"]);
  await sold.refund({ lines: [{ id: sold.poster }], keepAccess: false });
  expect(await states()).toEqual(["given", "refunded", "given"]);
});

test("subtracts each line's share of an earlier refund of the order", async () => {
  await sold.refund({ amountCents: 100 });
  expect(await shares()).toEqual([
    [30, 270],
    [50, 450],
    [20, 180],
  ]);
  expect((await sold.refund({ lines: [{ id: sold.notes }] })).body.order.refunded_cents).toBe(370);
  expect(await shares()).toEqual([
    [300, 0],
    [50, 450],
    [20, 180],
  ]);
  expect((await sold.refund()).body.order.status).toBe("refunded");
  expect(await shares()).toEqual([
    [300, 0],
    [500, 0],
    [200, 0],
  ]);
  expect(await amountsAtProvider()).toEqual([100, 270, 630]);
});

test("rejects more than the rest of a line, a line of another order and invalid lists", async () => {
  await sold.refund({ lines: [{ id: sold.notes, amountCents: 200 }] });
  const foreign = await sellAtProvider(site, shop);
  const [{ id }] = (await foreign.read()).lines;
  for (const [given, text] of [
    [{ lines: [{ id: sold.notes, amountCents: 101 }] }, "At most 1.00 can be refunded for Notes."],
    [{ lines: [{ id }] }, "This order has no such line."],
    [{ lines: [] }, "Name lines of the order, each once."],
    [{ lines: [{ id: sold.notes }, { id: sold.notes }] }, "Name lines of the order, each once."],
    [{ lines: [{ id: sold.notes }], amountCents: 1 }, "Send either an amount or lines."],
  ] as const)
    expect(await sold.refund(given), text).toMatchObject(fieldRejection("lines", text));
  await sold.refund({ lines: [{ id: sold.notes }] });
  const nothing = "At most 0.00 can be refunded for Notes.";
  expect(await sold.refund({ lines: [{ id: sold.notes }] })).toMatchObject(fieldRejection("lines", nothing));
  expect(await amountsAtProvider()).toEqual([200, 100]);
});

test("refunds a line once if two nodes receive the request concurrently", async () => {
  const requestId = randomUUID();
  const ask = (node: typeof site, given: object) =>
    node.call(
      "POST",
      `/api/orders/${sold.id}/refund`,
      { reason: "requested", ...given },
      { cookie: shop.creator.cookie },
    );
  const different = await Promise.all(
    [site, other, site, other].map((node) =>
      ask(node, { requestId: randomUUID(), lines: [{ id: sold.poster, amountCents: 300 }] }),
    ),
  );
  expect(different.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400]);
  const same = await Promise.all(
    [site, other].map((node) => ask(node, { requestId, lines: [{ id: sold.notes }] })),
  );
  for (const { status } of same) expect([201, 202]).toContain(status);
  await site.settled();
  expect(await amountsAtProvider()).toEqual([300, 300]);
  expect(await shares()).toEqual([
    [300, 0],
    [300, 200],
    [0, 200],
  ]);
});

test("restores the line and its access when its refund fails", async () => {
  await sold.refund({ lines: [{ id: sold.notes }, { id: sold.goods }] });
  const stock = async () => (await site.sql`select stock from products where id = ${sold.bowl.id}`)[0].stock;
  expect(await stock()).toBe(4);
  expect(await states()).toEqual(["refunded", "given", "refunded"]);
  await sold.settleRefunds({ status: "failed", failure: "declined" });
  expect(await stock()).toBe(3);
  expect(await states()).toEqual(["given", "given", "given"]);
  expect(await shares()).toEqual([
    [0, 300],
    [0, 500],
    [0, 200],
  ]);
  expect((await sold.refund({ lines: [{ id: sold.notes }] })).status).toBe(201);
});

test("rejects refunds of lines during a dispute, and subtracts a lost one from the rest", async () => {
  await sold.refund({ lines: [{ id: sold.notes }] });
  await sold.act("dispute");
  expect(await sold.refund({ lines: [{ id: sold.poster }] })).toMatchObject(
    rejection(409, "orders.disputed"),
  );
  expect(await states()).toEqual(["refunded", "paused", "paused"]);
  const { lines, refundable_cents } = await sold.read();
  expect([
    refundable_cents,
    ...lines.map((line: { refundable_cents: number }) => line.refundable_cents),
  ]).toEqual([0, 0, 0, 0]);
  await sold.act("win");
  expect((await sold.refund({ lines: [{ id: sold.poster }] })).status).toBe(201);
  expect(await states()).toEqual(["refunded", "refunded", "given"]);
});
