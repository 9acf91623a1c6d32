import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { inTransaction } from "../../platform/database/index.ts";
import { ADDRESS, addProduct, addTile, mailsTo, rejection, upgrade } from "../../testing/factories.ts";
import { BUYER_EMAIL, buyerOf, completeAtSandbox, signUpSeller, startPaid } from "../../testing/payers.ts";
import { prepare } from "../../testing/prepare.ts";
import { SELLER } from "../../testing/sales.ts";
import { testSite } from "../../testing/test-site.ts";
import { anonymizeBuyer } from "./anonymization.ts";

const site = testSite();
const seller = prepare(() => signUpSeller(site));
beforeAll(() => upgrade(site, seller));

const { pay, rowOf } = buyerOf(() => site);

/** A paid order of one of two units. */
async function sell(type: "physical" | "digital" = "physical") {
  const { id: productId } = await addProduct(seller, { name: `Bowl ${randomUUID()}`, type, stock: 2 });
  const token = await startPaid(site, (await addTile(seller, { type: "product", productId })).id);
  const address = type === "physical" ? ADDRESS : null;
  const { returnUrl } = (await pay(token, { address, consent: true })).body;
  await completeAtSandbox(site, returnUrl, "pay");
  const { id, seed } = await rowOf(token);
  const call = (path: string, body: object = {}) => seller.call("POST", `/api/orders/${id}/${path}`, body);
  return {
    id: Number(id),
    orderToken: site.tokens.order(seed),
    stock: async () => (await site.sql`select stock from products where id = ${productId}`)[0].stock,
    sellOut: () => site.sql`update products set stock = 0 where id = ${productId}`,
    /** Makes the latest refund fail at the bank days later. */
    async failLastRefund() {
      const [payment] = await site.sql`select id, provider_id from order_payments where order_id = ${id}`;
      await site.sql`update sandbox_payments set refunds = jsonb_set(refunds, '{-1}', refunds -> -1 || '{"status": "failed", "failure": "declined"}')
         where id = ${payment.provider_id}`;
      await site.orderPayments.refreshPayment(payment.id);
      await site.settled();
    },
    ship: () => call("ship"),
    refund: (amountCents?: number) =>
      call("refund", { requestId: randomUUID(), reason: "requested", amountCents }),
    show: async () => (await seller.call("GET", `/api/orders/${id}`)).body.order,
  };
}
type Sold = Awaited<ReturnType<typeof sell>>;
const refundNotes = async ({ show }: Sold) =>
  (await show()).history.flatMap(({ what, note }: { what: string; note: string | null }) =>
    what === "refunded" ? [note] : [],
  );

test("returns an unshipped unit to the stock once after a full refund, with an entry in the history", async () => {
  const order = await sell();
  expect(await order.stock()).toBe(1);
  expect((await order.refund(1000)).status).toBe(201);
  expect(await order.stock(), "a part").toBe(1);
  expect((await order.refund()).status).toBe(201);
  expect(await order.stock()).toBe(2);
  expect(await refundNotes(order)).toEqual([null, "One piece is back in stock."]);
  const [payment] = await site.sql`select id from order_payments where order_id = ${order.id}`;
  await site.orderPayments.refreshPayment(payment.id);
  expect(await order.stock(), "read again").toBe(2);
});

test("takes the unit from the stock again when the refund fails later", async () => {
  const order = await sell();
  await order.refund(1000);
  await order.refund();
  expect(await order.stock()).toBe(2);
  await order.failLastRefund();
  await order.failLastRefund();
  expect(await order.stock()).toBe(1);
  expect(await order.show()).toMatchObject({ status: "partially_refunded", refunded_cents: 1000 });
  expect((await order.refund()).status).toBe(201);
  expect(await order.stock(), "refunded again").toBe(2);
});

test("emails the seller when the unit of a failed refund is already sold", async () => {
  const order = await sell();
  await order.refund();
  await order.sellOut();
  await order.failLastRefund();
  expect(await order.stock()).toBe(0);
  const { status, number, history } = await order.show();
  expect(status).toBe("paid");
  expect(history.map(({ what }: { what: string }) => what)).toContain("oversold");
  const notices = await mailsTo(site, seller.email, "payment-notice");
  const of = notices.map(({ html }) => JSON.parse(html)).filter((mail) => mail.order === order.id);
  expect(of).toEqual([expect.objectContaining({ notice: "oversold", number })]);
});

test("keeps shipped goods and files sold after a refund", async () => {
  const shipped = await sell();
  expect((await shipped.ship()).status).toBe(200);
  await shipped.refund();
  expect(await shipped.stock()).toBe(1);
  const file = await sell("digital");
  await file.refund();
  expect(await file.stock()).toBe(1);
  expect([await refundNotes(shipped), await refundNotes(file)]).toEqual([[null], [null]]);
});

test("rejects shipping after the buyer has withdrawn", async () => {
  const order = await sell();
  await site.sql`update orders set seller = ${SELLER} where id = ${order.id}`;
  const withdrawn = await site.call("POST", `/api/public/orders/${order.orderToken}/withdraw`, {
    name: "Vera Stone",
    confirm: true,
  });
  expect(withdrawn.status, withdrawn.text).toBe(202);
  expect(withdrawn.body.order.number).toEqual(expect.any(String));
  expect(await order.ship()).toMatchObject(
    rejection(
      409,
      "orders.not_shippable",
      "The buyer has withdrawn from the contract, so there is nothing to ship.",
    ),
  );
  const mails = await mailsTo(site, BUYER_EMAIL, "shipped");
  expect(mails.filter(({ html }) => JSON.parse(html).number === withdrawn.body.order.number)).toEqual([]);
});

test("shows the address of an unshipped order although its buyer's data is hidden", async () => {
  const order = await sell();
  // Of an order of real money.
  await site.sql`update orders set mode = 'live' where id = ${order.id}`;
  await inTransaction(site.db, (tx) => anonymizeBuyer(tx, BUYER_EMAIL));
  const { name, line1, city } = ADDRESS;
  expect((await order.show()).buyer).toMatchObject({ email: null, address: { name, line1, city } });
  expect((await order.ship()).status).toBe(200);
  expect((await order.show()).buyer).toMatchObject({ email: null, address: null });
});

test("omits a hidden email from the evidence for a dispute", async () => {
  const order = await sell();
  await site.sql`update orders set mode = 'live' where id = ${order.id}`;
  await site.sql`insert into order_disputes (provider, provider_id, order_id, order_payment_id, amount_cents, status)
     select 'stripe', 'du_hidden', order_id, id, 2500, 'open' from order_payments where order_id = ${order.id}`;
  expect((await order.show()).evidence).toContain(BUYER_EMAIL);
  await inTransaction(site.db, (tx) => anonymizeBuyer(tx, BUYER_EMAIL));
  expect((await order.show()).evidence).not.toContain(BUYER_EMAIL);
});
