import { expect, test } from "vitest";
import {
  addProduct,
  buy,
  fieldRejection,
  mailsTo,
  offer,
  offerFile,
  readOrder,
  rejection,
  startCheckout,
} from "../../../testing/factories.ts";
import { SELLER } from "../../../testing/sales.ts";
import { insertOrder, openShop, sellAtProvider } from "../../../testing/sold-orders.ts";
import { testSite, testUser } from "../../../testing/test-site.ts";
import { beginTransaction, untilWaiting } from "../../../testing/transactions.ts";

const site = testSite();
const anna = testUser(site, { verified: true });

const linesOf = (id: number) => site.sql`select * from order_lines where order_id = ${id} order by position`;

/** A paid order of a bowl of 10.00 € and a vase of 20.00 €, which are shipped, and a file of 5.00 €. */
async function sellThree() {
  const token = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
  const id = await insertOrder(site, {
    creator_id: anna.creator.id,
    name: "Bowl",
    seller: SELLER,
    buyer_email: "buyer@example.org",
    order_token_hash: site.tokens.hash(token),
  });
  const vase = await addProduct(anna, { name: "Vase", type: "physical", stock: 3 });
  await site.sql`insert into order_lines (order_id, position, product_id, name, type, item_cents, amount_cents, stock_reserved)
    values (${id}, 1, ${vase.id}, 'Vase', 'physical', 2000, 2000, true), (${id}, 2, null, 'Notes', 'digital', 500, 500, false)`;
  await site.sql`update orders set amount_cents = 3500 where id = ${id}`;
  await site.sql`insert into order_payments (id, order_id, provider, mode, status, amount_cents, currency, fee_cents, provider_id)
    values (gen_random_uuid(), ${id}, 'stripe', 'live', 'paid', 3500, 'eur', 175, ${`cs_${id}`})`;
  const show = async () => (await anna.call("GET", `/api/orders/${id}`)).body.order;
  return { id, token, vase, show };
}

test("names all lines of an order in lists, search, exports and the buyer's page", async () => {
  const { id, token } = await sellThree();
  const name = "Bowl, Vase, Notes";
  const { orders } = (await anna.call("GET", "/api/orders?search=vase")).body;
  expect(orders).toMatchObject([{ id, product: { name, type: "physical" }, amount_cents: 3500 }]);
  expect((await anna.call("GET", "/api/orders?search=notes&status=to_ship")).body.total).toBe(1);
  expect((await readOrder(site, token)).product).toMatchObject({ name, type: "physical" });
  const csv = (await anna.call("GET", "/api/orders/export.csv")).text;
  expect(csv).toContain(`"${name}","physical, digital"`);
});

test("shows the lines of an order to seller and buyer", async () => {
  const { id, token, vase, show } = await sellThree();
  const amounts = { item_cents: 2000, discount_cents: 0, shipping_cents: 0, amount_cents: 2000 };
  expect((await show()).lines).toMatchObject([
    { name: "Bowl", amount_cents: 1000, refundable_cents: 1000, downloads: 0 },
    { name: "Vase", product_id: vase.id, type: "physical", ...amounts, refundable_cents: 2000, bundle: null },
    { name: "Notes", product_id: null, type: "digital", amount_cents: 500, refundable_cents: 500 },
  ]);
  const [bowl] = await linesOf(id);
  await site.sql`update order_lines set withdrawn_at = now() where id = ${bowl.id}`;
  expect((await readOrder(site, token)).lines).toMatchObject([
    { id: bowl.id, name: "Bowl", withdrawal: { reason: "withdrawn" }, access: { state: "given", files: [] } },
    { name: "Vase", amount_cents: 2000, refunded_cents: 0, shipped_at: null, withdrawal: { reason: "open" } },
    { name: "Notes", withdrawal: { reason: "open" } },
  ]);
});

test("returns the files of a line, and only their names while they cannot be opened", async () => {
  const { tile, path } = await offerFile(site, anna);
  const { id, orderToken, downloadToken } = await buy(site, tile.id);
  const [file] = await site.sql`select name, size, sha256 from files where id = ${path.split("/")[0]}`;
  const known = { name: file.name, size: Number(file.size), sha256: file.sha256.toString("hex") };
  const readAccess = async () => (await readOrder(site, orderToken)).lines[0]?.access;
  const url = `/api/orders/download/${downloadToken}`;
  expect(await readAccess()).toMatchObject({
    state: "given",
    files: [{ ...known, url, expires_at: expect.any(String) }],
  });
  await site.sql`update orders set status = 'disputed' where id = ${id}`;
  expect(await readAccess()).toMatchObject({
    state: "paused",
    files: [{ ...known, url: null, expires_at: null }],
  });
});

test("counts the revenue of each product by its lines", async () => {
  const { id, vase } = await sellThree();
  await site.sql`update orders set disputed_cents = 350, status = 'disputed' where id = ${id}`;
  const { products } = (await anna.call("GET", "/api/products")).body;
  expect(products.find((product: { id: number }) => product.id === vase.id).sales).toEqual([
    { currency: "eur", mock: false, sold: 1, revenue_cents: 1800 },
  ]);
});

test("ships the goods of an order together, except for goods withdrawn from", async () => {
  const { id, show } = await sellThree();
  const [bowl] = await linesOf(id);
  await site.sql`update order_lines set withdrawn_at = now() where id = ${bowl.id}`;
  expect((await anna.call("POST", `/api/orders/${id}/ship`, { tracking: "DHL 1" })).status).toBe(200);
  expect(await linesOf(id)).toMatchObject([
    { shipped_at: null, tracking: null },
    { shipped_at: expect.any(Date), tracking: "DHL 1" },
    { shipped_at: null, tracking: null },
  ]);
  expect(await show()).toMatchObject({ shipped_at: expect.any(String), tracking: "DHL 1" });
  expect((await anna.call("GET", `/api/orders?status=to_ship&search=${id}`)).body.total).toBe(0);
});

test("ships chosen goods with a tracking of their own, and names them in the email", async () => {
  const { id, show } = await sellThree();
  const [bowl, vase, notes] = await linesOf(id);
  const ship = (body: object) => anna.call("POST", `/api/orders/${id}/ship`, body);
  const countToShip = async () =>
    (await anna.call("GET", `/api/orders?status=to_ship&search=${id}`)).body.total;
  expect((await ship({ lines: [vase.id], tracking: "DHL 1" })).status).toBe(200);
  expect(await countToShip()).toBe(1);
  expect((await ship({ tracking: "DHL 2" })).body.order.lines).toMatchObject([
    { tracking: "DHL 2", shipped_at: expect.any(String) },
    { tracking: "DHL 1", shipped_at: expect.any(String) },
    { tracking: null, shipped_at: null },
  ]);
  expect(await countToShip()).toBe(0);
  await site.settled();
  const mails = (await mailsTo(site, "buyer@example.org", "shipped"))
    .slice(-2)
    .map(({ html }) => JSON.parse(html));
  expect(mails).toMatchObject([
    { product: "Vase", tracking: "DHL 1" },
    { product: "Bowl", tracking: "DHL 2" },
  ]);
  expect((await show()).history).toContainEqual(
    expect.objectContaining({ what: "shipped", note: "Vase: DHL 1" }),
  );
  const { id: foreign } = await sellThree();
  const [other] = await linesOf(foreign);
  for (const lines of [[notes.id], [other.id], [bowl.id, other.id]])
    expect(await ship({ lines })).toMatchObject(fieldRejection("lines", "Name goods of this order."));
});

test("ships no goods that are refunded or withdrawn from", async () => {
  const { id } = await sellThree();
  const [bowl, vase] = await linesOf(id);
  await site.sql`update order_lines set refunded_cents = amount_cents where id = ${bowl.id}`;
  const ship = (body: object) => anna.call("POST", `/api/orders/${id}/ship`, body);
  expect(await ship({ lines: [bowl.id, vase.id] })).toMatchObject(rejection(409, "orders.not_shippable"));
  expect((await ship({})).body.order.lines).toMatchObject([
    { shipped_at: null },
    { shipped_at: expect.any(String) },
    {},
  ]);
  expect((await anna.call("GET", `/api/orders?status=to_ship&search=${id}`)).body.total).toBe(0);
});

test("withdraws from every line with a right, once", async () => {
  const { id, token } = await sellThree();
  await site.sql`update order_lines set type = 'tip' where order_id = ${id} and position = 2`;
  const path = `/api/public/orders/${token}/withdraw`;
  for (const name of ["Vera Stone", "Another"])
    await site.call("POST", path, { name, confirm: true, email: "vera@example.org" });
  expect((await linesOf(id)).map((line) => line.withdrawal_name)).toEqual(["Vera Stone", "Vera Stone", null]);
});

test("reads the lines of an order after it holds the lock", async () => {
  const { tile } = await offer(anna, { type: "physical", name: "Bowl" });
  const { id } = await buy(site, tile.id);
  const other = await beginTransaction(site);
  await other.sql`select from orders where id = ${id} for update`;
  const shipped = anna.call("POST", `/api/orders/${id}/ship`, { tracking: "DHL 1" });
  await untilWaiting(site);
  await other.sql`update order_lines set shipped_at = now(), tracking = 'DHL 1' where order_id = ${id}`;
  await other.commit();
  expect((await shipped).status).toBe(200);
  expect(await site.sql`select from order_events where order_id = ${id} and what = 'shipped'`).toEqual([]);
});

test("splits a refund over the lines, and takes it back when it fails", async () => {
  const sold = await sellAtProvider(site, await openShop(site));
  await site.sql`update order_lines set item_cents = 333, amount_cents = 333 where order_id = ${sold.id}`;
  await site.sql`insert into order_lines (order_id, position, name, type, item_cents, amount_cents)
    values (${sold.id}, 1, 'Bowl', 'physical', 667, 667)`;
  const refunded = async () => (await linesOf(sold.id)).map((line) => line.refunded_cents);
  expect((await sold.refund({ amountCents: 500 })).status).toBe(201);
  await site.settled();
  expect(await refunded()).toEqual([167, 333]);
  await sold.settleRefunds({ status: "failed", failure: "declined" });
  expect(await refunded()).toEqual([0, 0]);
});

test("keeps the lines when the started price is paid", async () => {
  const { tile } = await offer(anna, { type: "physical", name: "Bowl", shippingCents: 300 });
  const token = await startCheckout(site, tile.id);
  const read = () =>
    site.sql`select l.xmin::text as version, l.amount_cents, status from order_lines l join orders o on o.id = order_id
      where checkout_token_hash = ${site.tokens.hash(token)}`;
  const [started] = await read();
  expect((await site.call("POST", `/api/public/checkout/${token}/pay`, {})).status).toBe(200);
  expect(await read()).toEqual([{ version: started.version, amount_cents: 2800, status: "paid" }]);
});
