import { expect, test } from "vitest";
import {
  addProduct,
  fieldRejection,
  mailsTo,
  modelOf,
  readOrder,
  rejection,
  submitForm,
} from "../../testing/factories.ts";
import { prepare, prepareEach } from "../../testing/prepare.ts";
import { SELLER } from "../../testing/sales.ts";
import { openShop, sellAtProvider, splitOrder } from "../../testing/sold-orders.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const other = testSite(() => ({ databaseUrl: site.databaseUrl }));
const shop = prepare(() => openShop(site));
let orders = 0;

/** An order of 10.00 € at a trader with files of 3.34 € and 4.66 € and a bowl of 2.00 €. */
const sold = prepareEach(async () => {
  orders += 1;
  const email = `buyer${orders}@example.org`;
  const bowl = await addProduct(shop.creator, { name: "Bowl", type: "physical", stock: 3 });
  const order = await sellAtProvider(site, shop);
  const [notes = 0, poster = 0, goods = 0] = await splitOrder(site, order, [
    { name: "Notes", cents: 334 },
    { name: "Poster", cents: 466 },
    { name: "Bowl", type: "physical", cents: 200, productId: bowl.id },
  ]);
  await site.query("update orders set seller = $2, buyer_email = $3, consent_at = now() where id = $1", [
    order.id,
    SELLER,
    email,
  ]);
  const path = `/api/public/orders/${order.orderToken}/withdraw`;
  const withdraw = (lines?: number[], node = site) =>
    node.call("POST", path, { name: "Vera Stone", confirm: true, ...(lines && { lines }) });
  return { ...order, email, notes, poster, goods, withdraw };
});

const read = () => readOrder(site, sold.orderToken);
const reasons = async () => (await read()).lines.map(({ withdrawal }) => withdrawal.reason);
const refunded = async () => (await read()).lines.map((line) => line.refunded_cents);
const states = async () => (await read()).lines.map(({ access }) => access.state);
const mails = async (to: string, kind: "withdrawal" | "withdrawal-notice") => {
  await site.settled();
  return (await mailsTo(site, to, kind)).map(({ html }) => JSON.parse(html));
};

test("refunds exactly the share of a withdrawn file, and ends only its download", async () => {
  const { status, body } = await sold.withdraw([sold.notes]);
  expect(status).toBe(202);
  expect(body.order.withdrawal).toMatchObject({ possible: true, reason: "open" });
  const confirmations = await mails(sold.email, "withdrawal");
  expect(confirmations).toMatchObject([
    { product: "Notes", amountCents: 334, isRefunded: true, hasFile: true, name: "Vera Stone" },
  ]);
  expect(await sold.refundsAtProvider()).toMatchObject([{ amount: 334 }]);
  expect(await refunded()).toEqual([334, 0, 0]);
  expect(await reasons()).toEqual(["withdrawn", "open", "open"]);
  expect(await states()).toEqual(["ended", "given", "given"]);
  expect((await sold.read()).history).toContainEqual(
    expect.objectContaining({ what: "withdrawn", note: "Notes" }),
  );
});

test("changes nothing if it is repeated, and then accepts further lines", async () => {
  const both = await Promise.all([sold.withdraw([sold.notes]), sold.withdraw([sold.notes], other)]);
  expect(both.map(({ status }) => status)).toEqual([202, 202]);
  expect((await sold.withdraw([sold.notes, sold.poster])).status).toBe(202);
  const confirmations = await mails(sold.email, "withdrawal");
  expect(confirmations.map(({ product, amountCents }) => [product, amountCents])).toEqual([
    ["Notes", 334],
    ["Poster", 466],
  ]);
  expect(await sold.refundsAtProvider()).toMatchObject([{ amount: 334 }, { amount: 466 }]);
});

test("leaves the refund to the seller when goods are withdrawn from", async () => {
  await sold.withdraw();
  expect(await mails(sold.email, "withdrawal")).toMatchObject([
    { product: "Notes, Poster, Bowl", amountCents: 1000, isRefunded: false },
  ]);
  expect(await reasons()).toEqual(["withdrawn", "withdrawn", "withdrawn"]);
  expect(await refunded()).toEqual([0, 0, 0]);
});

test("refunds the rest of the line after earlier refunds of the order", async () => {
  await sold.refund({ amountCents: 500 });
  expect(await refunded()).toEqual([167, 233, 100]);
  await sold.withdraw([sold.notes]);
  await site.settled();
  expect(await refunded()).toEqual([334, 233, 100]);
  expect(await sold.refundsAtProvider()).toMatchObject([{ amount: 500 }, { amount: 167 }]);
});

test("refunds only the withdrawn lines once a dispute is won", async () => {
  await sold.act("dispute");
  await sold.withdraw([sold.poster]);
  expect(await mails(sold.email, "withdrawal")).toMatchObject([{ isDisputed: true, amountCents: 466 }]);
  expect(await refunded()).toEqual([0, 0, 0]);
  await sold.act("win");
  expect(await refunded()).toEqual([0, 466, 0]);
});

test("rejects lines without the right and of other orders", async () => {
  expect((await site.call("GET", `/api/orders/download/${sold.downloadToken}`)).status).toBe(200);
  const delivered = "The right of withdrawal ended when the delivery that you agreed to started.";
  expect(await sold.withdraw([sold.notes, sold.poster])).toMatchObject(
    rejection(409, "orders.no_withdrawal", delivered),
  );
  const foreign = await sellAtProvider(site, shop);
  const [{ id }] = (await foreign.read()).lines;
  expect(await sold.withdraw([id])).toMatchObject(fieldRejection("lines", "This order has no such line."));
  const choose = "Choose the products from which you withdraw.";
  expect(await sold.withdraw([])).toMatchObject(fieldRejection("lines", choose));
  expect(await reasons()).toEqual(["delivered", "open", "open"]);
  expect((await sold.withdraw()).status).toBe(202);
  expect(await reasons()).toEqual(["delivered", "withdrawn", "withdrawn"]);
  expect((await sold.withdraw()).status).toBe(202);
});

test("works without scripts by ticked lines, and asks for a choice", async () => {
  const page = `/orders/${sold.orderToken}/withdraw`;
  const shown = modelOf((await site.call("GET", page)).text);
  expect(shown).toMatchObject({
    kinds: ["goods", "file"],
    lines: [{ id: sold.notes, name: "Notes", amountCents: 334 }, {}, { id: sold.goods }],
    form: { lines: [] },
    isWhole: false,
  });
  const unticked = await submitForm(site, page, { name: "Vera Stone", email: "" });
  expect(unticked.status).toBe(400);
  expect(modelOf(unticked.text)).toMatchObject({ form: { field: "lines", name: "Vera Stone", lines: [] } });
  const unnamed = await submitForm(site, page, { name: "", email: "", [`line-${sold.poster}`]: "on" });
  expect(modelOf(unnamed.text)).toMatchObject({ form: { field: "name", lines: [sold.poster] } });
  const done = await submitForm(site, page, {
    ...{ name: "Vera Stone", email: "" },
    ...{ [`line-${sold.poster}`]: "on", [`line-${sold.goods}`]: "on" },
  });
  expect(done.status).toBe(303);
  expect(await reasons()).toEqual(["open", "withdrawn", "withdrawn"]);
  expect(modelOf((await site.call("GET", page)).text)).toMatchObject({
    product: "Notes",
    lines: [],
    isWhole: false,
  });
});
