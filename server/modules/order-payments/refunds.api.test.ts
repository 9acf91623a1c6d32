import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { concurrently } from "../../testing/concurrently.ts";
import {
  buy,
  fieldRejection,
  mailsTo,
  offerFile,
  rejection,
  signUpVerified,
  type TestUser,
} from "../../testing/factories.ts";
import { prepare, prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const other = testSite(() => ({ databaseUrl: site.databaseUrl }));
const anna = prepare(() => signUpVerified(site, { displayName: "Anna" }));
const offered = prepare(() => offerFile(site, anna));
const order = prepareEach(() => buy(site, offered.tile.id));

type Given = Record<string, unknown>;
const refund = (given: Given = {}, { user = anna, id = order.id }: { user?: TestUser; id?: number } = {}) =>
  user.call("POST", `/api/orders/${id}/refund`, { requestId: randomUUID(), reason: "requested", ...given });
const detail = async () => (await anna.call("GET", `/api/orders/${order.id}`)).body.order;
const refundedAtProvider = async () =>
  (
    await site.sql`select refunds from sandbox_payments where reference = (select id from
      order_payments where order_id = ${order.id})`
  )[0].refunds as { amount: number }[];

describe("a refund", () => {
  test("keeps the download if it is partial, and ends it with the rest", async () => {
    const part = await refund({ amountCents: 1000, note: "Sorry." });
    expect(part.status).toBe(201);
    expect(part.body.order).toMatchObject({
      status: "partially_refunded",
      refunded_cents: 1000,
      fee_returned_cents: 50,
      net_cents: 1500 - 75,
      refunds: [
        { amount_cents: 1000, status: "done", reason: "requested", note: "Sorry.", source: "creator" },
      ],
      history: expect.arrayContaining([
        expect.objectContaining({ by: "creator", what: "refund_started", amount_cents: 1000 }),
        expect.objectContaining({ by: "creator", what: "refunded", amount_cents: 1000 }),
      ]),
    });
    expect((await site.call("GET", `/api/orders/download/${order.downloadToken}`)).status).toBe(200);
    expect((await refund()).body.order).toMatchObject({
      status: "refunded",
      refunded_cents: 2500,
      net_cents: 0,
    });
    expect((await site.call("GET", `/api/orders/download/${order.downloadToken}`)).status).toBe(410);
    expect(await refundedAtProvider()).toMatchObject([{ amount: 1000 }, { amount: 1500 }]);
  });

  test("is rejected above the remaining amount, which the error names", async () => {
    await refund({ amountCents: 2100 });
    expect(await refund({ amountCents: 401 })).toMatchObject(
      fieldRejection("amountCents", "At most 4.00 can be refunded."),
    );
    await refund({ amountCents: 400 });
    expect(await refund()).toMatchObject(
      rejection(409, "orders.not_refundable", "Everything that was paid for this order is refunded already."),
    );
  });

  test("is made once if it is requested twice with the same id", async () => {
    const requestId = randomUUID();
    const [first, second] = [await refund({ requestId, amountCents: 500 }), await refund({ requestId })];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.order.refunds).toEqual(first.body.order.refunds);
    const concurrent = randomUUID();
    const responses = await concurrently(6, () => refund({ requestId: concurrent, amountCents: 300 }));
    for (const { status } of responses) expect([201, 202]).toContain(status);
    expect(await refundedAtProvider()).toMatchObject([{ amount: 500 }, { amount: 300 }]);
  });

  test("is made once if it is requested on two nodes at once", async () => {
    const requests = [site, other].flatMap((node) => {
      const request = () =>
        node.call(
          "POST",
          `/api/orders/${order.id}/refund`,
          { requestId: randomUUID(), reason: "other", amountCents: 2000 },
          { cookie: anna.cookie },
        );
      return [request(), request()];
    });
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, 400, 400, 400]);
    expect(await refundedAtProvider()).toMatchObject([{ amount: 2000 }]);
  });

  test("keeps the download if the creator wants it", async () => {
    expect((await refund({ keepAccess: true })).body.order.status).toBe("refunded");
    expect((await site.call("GET", `/api/orders/download/${order.downloadToken}`)).status).toBe(200);
  });

  test("is emailed to the buyer once, with the creator's note and without links in it", async () => {
    const before = (await mailsTo(site, "buyer@example.org", "refund")).length;
    await refund({ amountCents: 400, note: "See https://evil.example/now" });
    await site.settled();
    await refund({ amountCents: 100 });
    const mails = (await mailsTo(site, "buyer@example.org", "refund")).slice(before);
    expect(mails).toHaveLength(2);
    expect(JSON.parse(mails[0]?.html ?? "")).toMatchObject({
      amountCents: 400,
      note: "See https://evil.example/now",
      mock: true,
      links: { main: expect.stringContaining(`/orders/${order.orderToken}`) },
    });
    expect(await mailsTo(site, anna.email, "refund-notice")).toEqual([]);
  });
});

describe("a refund is rejected", () => {
  test("for another creator's order and an unknown one", async () => {
    const ben = await signUpVerified(site);
    for (const response of [await refund({}, { user: ben }), await refund({}, { id: 999_999 })]) {
      expect(response).toMatchObject({ status: 404, body: { error: "Order not found." } });
    }
    expect((await site.call("POST", `/api/orders/${order.id}/refund`, {})).status).toBe(401);
  });

  test("for invalid input", async () => {
    for (const [given, field, message] of [
      [{ requestId: "1" }, "requestId", "Send a UUID that identifies the request."],
      [{ amountCents: 0 }, "amountCents", "Enter the amount in cents: a whole number above 0."],
      [{ amountCents: 1.5 }, "amountCents", "Enter the amount in cents: a whole number above 0."],
      [{ reason: "greed" }, "reason", "Choose a reason: requested, duplicate, withdrawal, fraud, other."],
      [{ note: "x".repeat(501) }, "note", "Note must be at most 500 characters."],
    ] as const) {
      const { status, body } = await refund(given);
      expect({ status, errors: body.details.fieldErrors }).toEqual({
        status: 400,
        errors: { [field]: [message] },
      });
    }
  });

  test("while the order is not paid", async () => {
    await site.sql`update order_payments set status = 'open', paid_at = null where order_id = ${order.id}`;
    expect(await refund()).toMatchObject(rejection(409, "orders.not_refundable"));
  });

  test("while a dispute is open, or once it is lost", async () => {
    for (const status of ["open", "lost"]) {
      await site.sql`insert into order_disputes (provider, provider_id, order_id, order_payment_id, amount_cents, status)
         select 'mock', 'du_' || order_id, order_id, id, 2500, ${status} from order_payments where order_id = ${order.id}
         on conflict (provider, provider_id) do update set status = ${status}`;
      expect(await refund()).toMatchObject(rejection(409, "orders.disputed"));
    }
    expect((await detail()).refunds).toEqual([]);
  });
});
