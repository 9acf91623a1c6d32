import { beforeEach, expect, test } from "vitest";
import { paths } from "../../../contract/rules/paths.ts";
import { mailsTo, submitForm } from "../../testing/factories.ts";
import { prepare } from "../../testing/prepare.ts";
import { SELLER } from "../../testing/sales.ts";
import { openShop, payAtProvider, sellAtProvider, splitOrder } from "../../testing/sold-orders.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const other = testSite(() => ({ databaseUrl: site.databaseUrl, storage: site.storage }));
let order: Awaited<ReturnType<typeof sellAtProvider>>;
const shop = prepare(() => openShop(site));
beforeEach(async () => {
  order = await sellAtProvider(site, shop);
});

const download = async () => (await site.call("GET", `/api/orders/download/${order.downloadToken}`)).status;
const mails = async () =>
  (await mailsTo(site, shop.creator.email, "dispute"))
    .map(({ html }) => JSON.parse(html))
    .filter((mail) => mail.order === order.id);

test("pauses the download during a dispute, emails its deadline once and shows where to respond", async () => {
  await order.act("dispute");
  await site.orderPayments.refreshPayment(order.paymentId);
  await site.settled();
  const { status, disputes, evidence, history } = await order.read();
  expect(status).toBe("disputed");
  expect(disputes).toEqual([
    {
      amount_cents: 1000,
      status: "open",
      respond_by: expect.stringMatching(/^\d{4}-.*Z$/),
      url: expect.stringContaining("/sandbox/payments/"),
    },
  ]);
  expect(evidence).toContain("Product: Notes (digital)");
  expect(history).toContainEqual(
    expect.objectContaining({ by: "provider", what: "dispute_opened", amount_cents: 1000 }),
  );
  expect(await mails()).toMatchObject([
    {
      status: "open",
      amountCents: 1000,
      respondBy: disputes[0].respond_by,
      currency: "eur",
      isTest: true,
      links: { main: expect.stringContaining(paths.creatorOrder(order.id)) },
    },
  ]);
  expect(await mailsTo(site, "buyer@example.org", "dispute")).toEqual([]);
  expect(await download()).toBe(409);
  expect(await order.refund()).toMatchObject({ status: 409, body: { code: "orders.disputed" } });
});

test("restores the download after a won dispute, and allows refunds again", async () => {
  await order.act("dispute");
  await order.act("win");
  expect(await order.read()).toMatchObject({ status: "paid", evidence: null, disputes: [{ status: "won" }] });
  expect((await mails()).map(({ status }) => status)).toEqual(["open", "won"]);
  expect(await download()).toBe(200);
  expect((await order.refund()).body.order.status).toBe("refunded");
});

test("ends the download permanently after a lost dispute", async () => {
  await order.act("refund", { amount: "3" });
  await order.act("dispute");
  await order.act("lose");
  expect(await order.read()).toMatchObject({
    status: "disputed",
    refunded_cents: 300,
    disputes: [{ status: "lost", amount_cents: 700 }],
  });
  expect((await mails()).map(({ status }) => status)).toEqual(["open", "lost"]);
  expect(await download()).toBe(410);
  expect((await order.refund()).status).toBe(409);
});

test("ends the download of all lines within a second on both nodes after a lost dispute, except for kept ones", async () => {
  const [kept, rest] = await splitOrder(site, order, [
    { name: "Notes", cents: 300 },
    { name: "Poster", cents: 700 },
  ]);
  const rows = await site.sql`select id, seed, line_id from access where order_id = ${order.id}`;
  const tokenOf = (id: number | undefined) =>
    site.tokens.download(rows.find(({ line_id }) => Number(line_id) === id)?.seed, 0);
  for (const line of [kept, rest])
    await site.sql`update access set token_hash = ${site.tokens.hash(tokenOf(line))}, link_expires_at = now() + interval '3 days'
      where line_id = ${line}`;
  const statuses = (line: number | undefined) =>
    Promise.all(
      [site, other].map(
        async (node) => (await node.call("GET", `/api/orders/download/${tokenOf(line)}`)).status,
      ),
    );
  expect((await order.refund({ lines: [{ id: kept }], keepAccess: true })).status).toBe(201);
  await order.act("dispute");
  expect([await statuses(kept), await statuses(rest)]).toEqual([
    [200, 200],
    [409, 409],
  ]);
  await order.act("lose");
  await expect.poll(() => statuses(rest), { timeout: 1000 }).toEqual([410, 410]);
  expect(await statuses(kept)).toEqual([200, 200]);
});

test.for([
  ["digital", "a file is refunded by itself", "refunded", "refunded"],
  ["physical", "goods are refunded by the seller", "paid", "seller"],
] as const)(
  "a dispute that is won after the buyer withdrew (%s): %s",
  async ([type, , status, withdrawal]) => {
    await site.sql`update orders set seller = ${JSON.stringify(SELLER)} where id = ${order.id}`;
    await site.sql`update order_lines set type = ${type} where order_id = ${order.id}`;
    await order.act("dispute");
    const withdrawn = await site.call("POST", `/api/public/orders/${order.orderToken}/withdraw`, {
      name: "Vera Stone",
      confirm: true,
    });
    expect(withdrawn.status).toBe(202);
    await site.settled();
    expect((await order.read()).refunds, "the bank decides").toEqual([]);
    await order.act("win");
    expect(await order.read()).toMatchObject({ status });
    expect((await mails()).at(-1)).toMatchObject({ status: "won", withdrawal });
    expect(await order.refundsAtProvider()).toHaveLength(type === "digital" ? 1 : 0);
    await site.orderPayments.refreshPayment(order.paymentId);
    await site.settled();
    expect(await order.refundsAtProvider(), "once").toHaveLength(type === "digital" ? 1 : 0);
  },
);

test("refunds a second payment, disputed before it was known, once its dispute is won", async () => {
  const second = await payAtProvider(site, { id: order.id, account: shop.account, losesEvent: true });
  const act = async (action: string) => {
    await submitForm(shop.creator, second.page, { action });
    await site.settled();
  };
  await act("dispute");
  await site.orderPayments.refreshPayment(second.paymentId);
  expect(await order.read()).toMatchObject({ status: "paid", refunds: [] });
  await act("win");
  expect(await order.read()).toMatchObject({
    status: "paid",
    refunded_cents: 0,
    refunds: [{ amount_cents: 1000, status: "done", reason: "duplicate" }],
  });
  await site.orderPayments.refreshPayment(second.paymentId);
  await site.settled();
  expect((await order.read()).refunds, "once").toHaveLength(1);
});

test("emails an inquiry without taking money or the download", async () => {
  await site.sql`update sandbox_payments set disputes = '[{"id": "du_inquiry", "amount": 1000, "status": "warning", "respondBy": null, "url": null}]'
     where id = ${order.providerId}`;
  await site.orderPayments.refreshPayment(order.paymentId);
  await site.settled();
  expect(await order.read()).toMatchObject({ status: "paid", disputes: [{ status: "warning" }] });
  expect(await mails()).toMatchObject([{ status: "warning", respondBy: null }]);
  expect(await download()).toBe(200);
});

test("rejects a refund of a disputed order whose event has not arrived, and shows the dispute", async () => {
  await order.act("lose-event");
  await order.act("dispute");
  expect((await order.read()).status).toBe("paid");
  expect(await order.refund()).toMatchObject({ status: 409, body: { code: "orders.disputed" } });
  expect(await order.read()).toMatchObject({
    status: "disputed",
    refunded_cents: 0,
    refunds: [{ status: "failed", failure: "disputed" }],
  });
  await site.settled();
  expect(await mails()).toMatchObject([{ status: "open" }]);
});

test("moves the money once for a concurrent refund and dispute on two nodes", async () => {
  for (let round = 0; round < 5; round++) {
    order = await sellAtProvider(site, shop);
    const refund = other.call(
      "POST",
      `/api/orders/${order.id}/refund`,
      { requestId: crypto.randomUUID(), reason: "requested" },
      { cookie: shop.creator.cookie },
    );
    const [response] = await Promise.all([refund, order.act("dispute")]);
    await other.settled();
    await site.orderPayments.refreshPayment(order.paymentId);
    const { status, refunded_cents } = await order.read();
    const refunds = await order.refundsAtProvider();
    if (response.status === 201) {
      expect({ status, refunded_cents }).toEqual({ status: "refunded", refunded_cents: 1000 });
      expect(refunds).toHaveLength(1);
    } else {
      expect(response).toMatchObject({ status: 409, body: { code: "orders.disputed" } });
      expect({ status, refunded_cents }).toEqual({ status: "disputed", refunded_cents: 0 });
      expect(refunds).toEqual([]);
    }
  }
});
