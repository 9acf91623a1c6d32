import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import {
  addProduct,
  addTile,
  buy,
  fieldRejection,
  mailsTo,
  modelOf,
  offerFile,
  readOrder,
  rejection,
  submitForm,
  upgrade,
} from "../../testing/factories.ts";
import { SELLER } from "../../testing/sales.ts";
import { testSite, testUser } from "../../testing/test-site.ts";
import { beginTransaction } from "../../testing/transactions.ts";

const site = testSite();
const anna = testUser(site, { verified: true, handle: "anna" });
beforeAll(async () => {
  // More tiles than the Free plan allows.
  await upgrade(site, anna);
});

let orders = 0;

/** Creates a paid order of a business, marked as paid at a provider. */
async function sell({ type }: { type?: "digital" | "physical" } = {}) {
  const tile =
    type === "physical"
      ? await addTile(anna, { type: "product", title: "Bowl", productId: (await addProduct(anna)).id })
      : (await offerFile(site, anna)).tile;
  const order = await buy(site, tile.id);
  orders += 1;
  const number = `SANDBOX-1-${orders}`;
  const email = `buyer${orders}@example.org`;
  await site.query(
    `update orders set provider = 'stripe', mode = 'sandbox', seller = $2, number = $3, buyer_email = $4,
     consent_text = 'Deliver it now.', consent_at = now() where id = $1`,
    [order.id, SELLER, number, email],
  );
  const path = `/api/public/orders/${order.orderToken}/withdraw`;
  const withdraw = (body: unknown = { name: "Vera Stone", confirm: true }) => site.call("POST", path, body);
  return { ...order, number, email, withdraw };
}
const row = async (id: number) =>
  (await site.sql`select l.*, o.* from order_lines l join orders o on o.id = order_id where o.id = ${id}`)[0];

test("stores a withdrawal once, ends the download and confirms it to both sides", async () => {
  const order = await sell();
  expect((await readOrder(site, order.orderToken)).withdrawal).toMatchObject({
    possible: true,
    reason: "open",
  });
  const first = await order.withdraw();
  expect(first.status).toBe(202);
  expect(first.body.order.withdrawal).toEqual({ possible: false, until: null, reason: "withdrawn" });
  expect((await order.withdraw()).status).toBe(202);
  expect(await row(order.id)).toMatchObject({
    withdrawn_at: expect.any(Date),
    withdrawal_name: "Vera Stone",
  });
  expect(await site.sql`select ended_at, ended_reason from access where order_id = ${order.id}`).toEqual([
    { ended_at: expect.any(Date), ended_reason: "withdrawn" },
  ]);
  expect((await site.call("GET", `/api/orders/download/${order.downloadToken}`)).status).toBe(410);
  await site.settled();
  const events = await site.sql`select by, what from order_events
    where order_id = ${order.id} and what <> 'emailed' order by id`;
  expect(events.map(({ by, what }) => `${by} ${what}`).slice(-4)).toEqual([
    "buyer withdrawn",
    "system downloads_ended",
    "buyer refund_started",
    "buyer refunded",
  ]);
  const [confirmation, ...others] = await mailsTo(site, order.email, "withdrawal");
  expect(others).toEqual([]);
  expect(confirmation?.mainLink).toContain(`/orders/${order.orderToken}`);
  expect(confirmation?.html).toContain('"name":"Vera Stone"');
  const notice = JSON.parse((await mailsTo(site, anna.email, "withdrawal-notice")).at(-1)?.html ?? "");
  expect(notice).toMatchObject({ number: order.number, isTest: true });
});

test("refunds a file in full without the seller, and emails both sides", async () => {
  const order = await sell();
  await order.withdraw();
  await site.settled();
  const { status, refunds } = await readOrder(site, order.orderToken);
  expect(status).toBe("refunded");
  expect(refunds).toMatchObject([{ amount_cents: 2500, status: "done" }]);
  expect((await mailsTo(site, order.email, "withdrawal"))[0]?.html).toContain('"isRefunded":true');
  expect((await mailsTo(site, anna.email, "withdrawal-notice")).at(-1)?.html).toContain('"isRefunded":true');
});

test("names the rest of a partly refunded payment in the emails", async () => {
  const order = await sell();
  const part = { requestId: randomUUID(), reason: "requested", amountCents: 1000 };
  expect((await anna.call("POST", `/api/orders/${order.id}/refund`, part)).status).toBe(201);
  await order.withdraw();
  await site.settled();
  const [confirmation] = await mailsTo(site, order.email, "withdrawal");
  const notice = (await mailsTo(site, anna.email, "withdrawal-notice")).at(-1);
  for (const mail of [confirmation, notice])
    expect(JSON.parse(mail?.html ?? "")).toMatchObject({ amountCents: 1500, hasFile: true });
});

test("leaves the refund of goods, and of a file with a dispute, to the seller", async () => {
  const goods = await sell({ type: "physical" });
  const disputed = await sell();
  await site.sql`insert into order_disputes (provider, provider_id, order_id, order_payment_id, amount_cents, status)
     select 'mock', 'dp_1', order_id, id, amount_cents, 'open' from order_payments where order_id = ${disputed.id}`;
  for (const order of [goods, disputed]) {
    expect((await order.withdraw()).status).toBe(202);
    await site.settled();
    expect((await readOrder(site, order.orderToken)).refunds).toEqual([]);
    expect((await mailsTo(site, order.email, "withdrawal"))[0]?.html).toContain('"isRefunded":false');
  }
});

test("stores two concurrent withdrawals once", async () => {
  const order = await sell({ type: "physical" });
  const responses = await Promise.all([order.withdraw(), order.withdraw()]);
  expect(responses.map(({ status }) => status)).toEqual([202, 202]);
  expect(await mailsTo(site, order.email, "withdrawal")).toHaveLength(1);
  const events =
    await site.sql`select 1 from order_events where order_id = ${order.id} and what = 'withdrawn'`;
  expect(events).toHaveLength(1);
});

test("sends the confirmation to the email in the withdrawal", async () => {
  const order = await sell();
  const elsewhere = `else-${order.email}`;
  await order.withdraw({ name: "Vera", email: elsewhere, confirm: true });
  expect(await mailsTo(site, elsewhere, "withdrawal")).toHaveLength(1);
  expect(await mailsTo(site, order.email, "withdrawal")).toEqual([]);
  expect((await row(order.id)).buyer_email).toBe(order.email);
});

test.for([
  [{ confirm: true }, "name", "Enter your name."],
  [{ name: " ", confirm: true }, "name", "Enter your name."],
  [{ name: "x".repeat(201), confirm: true }, "name", "Name must be at most 200 characters."],
  [{ name: "Vera", email: "vera", confirm: true }, "email", "Enter a valid email address."],
  [{ name: "Vera" }, "confirm", "Confirm that you withdraw from the contract."],
  [{ name: "Vera", confirm: false }, "confirm", "Confirm that you withdraw from the contract."],
] as const)("%j is rejected and withdraws nothing", async ([body, field, error]) => {
  const order = await sell({ type: "physical" });
  expect(await order.withdraw(body)).toMatchObject(fieldRejection(field, error));
  expect((await row(order.id)).withdrawn_at).toBeNull();
});

test("rejects a withdrawal without the right to it", async () => {
  const downloaded = await sell();
  await site.sql`update access set use_count = 1 where order_id = ${downloaded.id}`;
  expect(await downloaded.withdraw()).toMatchObject(
    rejection(
      409,
      "orders.no_withdrawal",
      "The right of withdrawal ended when the delivery that you agreed to started.",
    ),
  );
  const mock = await sell();
  await site.sql`update orders set provider = 'mock' where id = ${mock.id}`;
  expect((await mock.withdraw()).status).toBe(409);
  expect(
    (await site.call("POST", "/api/public/orders/unknown/withdraw", { name: "A", confirm: true })).status,
  ).toBe(404);
});

test("emails the link for a matching number and email without revealing the result in the response", async () => {
  const order = await sell();
  const find = (number: string, email: string) =>
    site.call("POST", "/api/public/withdraw", { number, email });
  for (const [number, email] of [
    [order.number, order.email.toUpperCase()],
    [order.number, "other@example.org"],
    ["SANDBOX-1-999", order.email],
  ] as const) {
    expect(await find(number, email)).toMatchObject({ status: 204, text: "" });
  }
  const [mail, ...others] = await mailsTo(site, order.email, "order-link");
  expect(others).toEqual([]);
  expect(mail?.mainLink).toContain(`/orders/${order.orderToken}`);
  expect(await mailsTo(site, "other@example.org", "order-link")).toEqual([]);
  expect((await find("", order.email)).body.error).toBe("Enter the number of your order.");
});

test("finds the number in any letter case", async () => {
  const order = await sell();
  await site.call("POST", "/api/public/withdraw", {
    number: ` ${order.number.toLowerCase()} `,
    email: order.email,
  });
  const mails = await mailsTo(site, order.email, "order-link");
  expect(mails.at(-1)?.mainLink).toContain(`/orders/${order.orderToken}`);
});

test("finds no order by its id", async () => {
  const order = await sell();
  const [{ id }] = await site.sql`select id from orders where number = ${order.number}`;
  await site.call("POST", "/api/public/withdraw", { number: String(id), email: order.email });
  expect(await mailsTo(site, order.email, "order-link")).toEqual([]);
});

test("accepts a withdrawal without scripts", async () => {
  const order = await sell({ type: "physical" });
  const path = `/orders/${order.orderToken}/withdraw`;
  const form = (url: string, fields: Record<string, string>) => submitForm(site, url, fields);
  const shown = await site.call("GET", path);
  expect(modelOf(shown.text)).toMatchObject({ page: "withdraw", number: order.number, kinds: ["goods"] });
  const rejected = await form(path, { name: "", email: "vera@example.org" });
  expect(rejected.status).toBe(400);
  expect(modelOf(rejected.text).form).toEqual({
    name: "",
    email: "vera@example.org",
    lines: [],
    problem: "Enter your name.",
    field: "name",
  });
  const confirmed = await form(path, { name: "Vera", email: "" });
  expect([confirmed.status, confirmed.headers.location]).toEqual([303, `/orders/${order.orderToken}`]);
  // The order page no longer offers the withdrawal.
  expect((await site.call("GET", path)).status).toBe(303);
  expect((await site.call("GET", "/orders/unknown/withdraw")).status).toBe(404);
  const found = await form("/withdraw", { number: order.number, email: "nobody@example.org" });
  expect(modelOf(found.text)).toMatchObject({ page: "find-order", isSent: true });
  expect(modelOf((await form("/withdraw", { number: "1", email: "x" })).text).form).toMatchObject({
    problem: "Enter a valid email address.",
    field: "email",
  });
});

test("responds to a number and email without waiting for the order to be found", async () => {
  const order = await sell();
  const other = await beginTransaction(site);
  await other.sql`lock table orders in access exclusive mode`;
  const { number, email } = order;
  expect((await site.call("POST", "/api/public/withdraw", { number, email })).status).toBe(204);
  await other.commit();
  expect(await mailsTo(site, order.email, "order-link")).toHaveLength(1);
});
