import { beforeEach, describe, expect, test } from "vitest";
import { testMollie } from "../../platform/payments/adapters/mollie/mollie-server.test-kit.ts";
import { concurrently } from "../../testing/concurrently.ts";
import { offerFile, signUpAdmin, verifyEmail } from "../../testing/factories.ts";
import { createTestApp } from "../../testing/harness.ts";
import { mollieOptions, processEventOf, sellAtMollie, sendNotice } from "../../testing/mollie-site.ts";
import { buyerOf, startPaid } from "../../testing/payers.ts";
import { testSite } from "../../testing/test-site.ts";

const mollie = testMollie();
const site = testSite(() => mollieOptions(mollie, { limits: "database" }));
const { pay, rowOf, paymentsOf } = buyerOf(() => site);
const stored = () => site.query("select id, account, resource_id, handled_at from payment_events");
const FORM = { "content-type": "application/x-www-form-urlencoded" };

let token: string;
let id: string;
beforeEach(async () => {
  await site.query("delete from payment_events");
  await site.query("delete from rate_limits");
  const anna = await signUpAdmin(site);
  await verifyEmail(site, anna);
  await sellAtMollie(anna);
  token = await startPaid(site, (await offerFile(site, anna)).tile.id);
  await pay(token, { consent: true });
  id = (await paymentsOf(token))[0].provider_id;
  mollie.calls.length = 0;
});

describe("an invented id", () => {
  test("returns 200 a thousand times, stores nothing and causes no request to Mollie", async () => {
    const seen = new Set<number>();
    for (let part = 0; part < 20; part++) {
      const answers = Array.from({ length: 50 }, (_, at) => sendNotice(site, `tr_invented${part}x${at}`));
      for (const { status } of await Promise.all(answers)) seen.add(status);
    }
    await site.settled();
    expect([...seen]).toEqual([200]);
    expect(await stored()).toEqual([]);
    expect(mollie.calls).toEqual([]);
  });

  test.for([
    "",
    "id=",
    "id=cs_test_1",
    `id=tr_${"a".repeat(500)}`,
    "id=tr_1%00",
    '{"id":"tr_1"}',
    "id[]=tr_1",
    "%ff",
  ])("returns 200 for the body %j and stores nothing", async (body) => {
    expect((await site.call("POST", "/api/webhooks/mollie", body, FORM)).status).toBe(200);
    expect(await stored()).toEqual([]);
  });
});

describe("the id of a payment", () => {
  test("causes only a read of the payment, which stays unpaid", async () => {
    expect((await processEventOf(site, id)).status).toBe(200);
    expect((await rowOf(token)).status).toBe("pending");
    expect(mollie.calls.map(({ call }) => call)).toEqual([`GET /v2/payments/${id}`]);
  });

  test("is read again for each change, in one row", async () => {
    await processEventOf(site, id);
    await mollie.bank.payLate({ id });
    await processEventOf(site, id);
    expect((await rowOf(token)).status).toBe("processing");
    await mollie.bank.settle({ id }, "paid");
    await processEventOf(site, id);
    expect((await rowOf(token)).status).toBe("paid");
    expect(await stored()).toMatchObject([{ resource_id: id, account: null, handled_at: expect.any(Date) }]);
  });

  test("causes a dozen reads at most when it is sent a hundred times", async () => {
    const answers = await concurrently(100, () => sendNotice(site, id));
    await site.settled();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(mollie.calls.length).toBeLessThanOrEqual(12);
    expect(await stored()).toHaveLength(1);
  });

  test("delivers once when it arrives twice and late on two nodes", async () => {
    const node = await createTestApp(mollieOptions(mollie, { databaseUrl: site.databaseUrl }));
    await mollie.bank.pay({ id });
    await Promise.all([sendNotice(site, id), sendNotice(site, id, node), sendNotice(site, id)]);
    await Promise.all([site.settled(), node.settled()]);
    await sendNotice(site, id, node);
    await node.settled();
    await node.close();
    expect((await rowOf(token)).status).toBe("paid");
    const [{ mails }] = await site.sql`select count(*)::int as mails from order_events
      where order_id = ${(await rowOf(token)).id} and what = 'paid'`;
    expect(mails).toBe(1);
  });

  test("is found later while Mollie does not respond", async () => {
    await mollie.bank.pay({ id });
    mollie.state.behavior = "broken";
    expect((await processEventOf(site, id)).status).toBe(200);
    mollie.state.behavior = "normal";
    expect((await rowOf(token)).status).toBe("pending");
    await site.query("update order_payments set next_read_at = now() where next_read_at is not null");
    await site.runNow("orders.reconcile");
    expect((await rowOf(token)).status).toBe("paid");
  });
});
