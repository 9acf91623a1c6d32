import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { WebhookDelivery } from "../../../contract/api/webhooks.ts";
import { WEBHOOK_TYPES } from "../../../contract/rules/webhook-types.ts";
import { addTile, buy, mailsTo, offer, signUpVerified } from "../../testing/factories.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";
import { type Receiver, startReceiver } from "./receiver.test-kit.ts";

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());
const site = testSite(() => ({ postPublic: receiver.postPublic }));
const anna = prepareEach(() => signUpVerified(site));

beforeEach(async () => {
  receiver.received.length = 0;
  receiver.answer = () => 200;
  receiver.addresses = ["127.0.0.1"];
  receiver.connections = 0;
  await site.query("delete from webhook_endpoints");
});

type Added = { endpoint: { id: string }; secret: string };
async function add(types: readonly string[] = ["order.paid"]): Promise<Added> {
  const { status, body } = await anna.call("POST", "/api/webhook-endpoints", { url: receiver.url, types });
  expect(status).toBe(201);
  return body;
}
const sell = async () => (await buy(site, (await offer(anna)).tile.id)).id;
const log = async ({ endpoint }: Added): Promise<WebhookDelivery[]> =>
  (await anna.call("GET", `/api/webhook-endpoints/${endpoint.id}/deliveries`)).body.deliveries;
const read = async ({ endpoint }: Added) =>
  (await anna.call("GET", "/api/webhook-endpoints")).body.endpoints.find(
    ({ id }: { id: string }) => id === endpoint.id,
  );
const types = () => receiver.received.map(({ body }) => JSON.parse(body).type);
/** Verifies a request with the published library, and returns its body. */
const verify = (secret: string, { body, headers } = receiver.received.at(-1) ?? { body: "", headers: {} }) =>
  new Webhook(secret).verify(body, headers) as {
    type: string;
    timestamp: string;
    data: Record<string, unknown>;
  };
/** Lets the time of the next attempts pass, and sends what is due. */
async function pass() {
  await site.query("update webhook_deliveries set next_at = now() where state = 'pending'");
  await site.query("update webhook_endpoints set paused_until = null");
  await site.runNow("webhooks.sweep");
  await site.settled();
}

describe("a sale", () => {
  test("is sent once, with a signature that the published library verifies", async () => {
    const { secret } = await add();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const id = await sell();
    await site.settled();
    expect(receiver.received).toHaveLength(1);
    const [request] = receiver.received;
    expect(verify(secret)).toMatchObject({
      type: "order.paid",
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: {
        order_id: id,
        amount_cents: 2500,
        currency: "eur",
        api_url: expect.stringContaining(`/api/orders/${id}`),
      },
    });
    expect(request?.headers["content-type"]).toBe("application/json");
    expect(request?.headers["user-agent"]).toContain("http");
    expect(request?.body).not.toContain("buyer@example.org");
    const changed = {
      ...request,
      body: request?.body.replace("2500", "2501") ?? "",
      headers: request?.headers ?? {},
    };
    expect(() => verify(secret, changed)).toThrow("No matching signature");
    expect(() => verify(`whsec_${Buffer.alloc(32).toString("base64")}`)).toThrow("No matching signature");
    await pass();
    expect(receiver.received).toHaveLength(1);
  });

  test("is not sent for other events, creators or disabled endpoints", async () => {
    const other = await add(["order.refunded"]);
    const off = await add();
    await anna.call("PATCH", `/api/webhook-endpoints/${off.endpoint.id}`, { enabled: false });
    const bela = await signUpVerified(site);
    await bela.call("POST", "/api/webhook-endpoints", { url: receiver.url, types: ["order.paid"] });
    await sell();
    await site.settled();
    expect(receiver.received).toEqual([]);
    expect(await log(other)).toEqual([]);
  });

  test("causes no event if its transaction is rolled back, and one if it is repeated", async () => {
    await add();
    const id = await sell();
    await site.settled();
    const insert = `insert into webhook_events (id, creator_id, type, cause, payload)
      values ('msg_x', ${anna.creator.id}, 'order.paid', 'order.paid ${id}', '{}')`;
    await expect(site.query(insert)).rejects.toThrow();
    expect(await site.query(`select from webhook_events where creator_id = ${anna.creator.id}`)).toHaveLength(
      1,
    );
  });
});

test("sends refunds, shipments, pages and signups to their subscribers", async () => {
  const { secret } = await add(WEBHOOK_TYPES);
  const id = await sell();
  await anna.call("POST", `/api/orders/${id}/ship`, { tracking: "TRACK1" });
  const refund = { requestId: crypto.randomUUID(), reason: "requested", amountCents: 100 };
  expect((await anna.call("POST", `/api/orders/${id}/refund`, refund)).status).toBe(201);
  await addTile(anna);
  await site.settled();
  const ofOrder = receiver.received
    .map((request) => verify(secret, request))
    .filter(({ data }) => data.order_id === id);
  expect(ofOrder.map(({ type }) => type)).toEqual(["order.paid", "order.shipped", "order.refunded"]);
  expect(ofOrder[1]?.data).toMatchObject({ tracking: "TRACK1" });
  expect(ofOrder[2]?.data).toMatchObject({ refund_cents: 100 });
  expect(types()).not.toContain("page.updated");
  await pass();
  expect(types().filter((type) => type === "page.updated")).toHaveLength(1);
});

test("sends a test event, signed like all others, to an endpoint with any types", async () => {
  const added = await add(["page.updated"]);
  const response = await anna.call("POST", `/api/webhook-endpoints/${added.endpoint.id}/test`);
  expect(response.status).toBe(202);
  await site.settled();
  expect(verify(added.secret)).toMatchObject({ type: "webhook.test" });
  expect(receiver.received[0]?.headers["webhook-id"]).toBe(response.body.eventId);
  expect(await log(added)).toMatchObject([
    {
      type: "webhook.test",
      state: "delivered",
      next_at: null,
      attempts: [{ status: 200, response: "ok", error: null, ms: expect.any(Number) }],
    },
  ]);
});

describe("a receiver that answers with an error", () => {
  test("gets the same event with a new timestamp, and succeeds with the tenth attempt", async () => {
    const added = await add();
    receiver.answer = () => 500;
    await sell();
    await site.settled();
    for (let attempt = 2; attempt <= 9; attempt++) await pass();
    expect(receiver.received).toHaveLength(9);
    receiver.answer = () => 204;
    await pass();
    expect(receiver.received).toHaveLength(10);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(verify(added.secret).type).toBe("order.paid");
    const [delivery] = await log(added);
    expect(delivery?.state).toBe("delivered");
    expect(delivery?.attempts.map(({ status }) => status)).toEqual([204, ...Array(9).fill(500)]);
    expect(await read(added)).toMatchObject({ failing_since: null, disabled: null });
  });

  test("gets no eleventh attempt, until the creator sends the event again", async () => {
    const added = await add();
    receiver.answer = () => 400;
    await sell();
    await site.settled();
    for (let attempt = 2; attempt <= 12; attempt++) await pass();
    expect(receiver.received).toHaveLength(10);
    const [failed] = await log(added);
    expect(failed).toMatchObject({ state: "failed", next_at: null });
    receiver.answer = () => 200;
    const again = await anna.call(
      "POST",
      `/api/webhook-endpoints/${added.endpoint.id}/deliveries/${failed?.id}/redeliver`,
    );
    expect(again).toMatchObject({ status: 202, body: { delivery: { state: "pending" } } });
    await site.settled();
    expect(receiver.received.at(-1)?.headers["webhook-id"]).toBe(failed?.event_id);
    expect((await log(added))[0]?.state).toBe("delivered");
  });

  test("gets later events of one order only after the earlier ones, and other orders at once", async () => {
    await add(["order.paid", "order.shipped"]);
    receiver.answer = ({ body }) =>
      body.includes("order.paid") && receiver.received.length === 1 ? 500 : 200;
    const id = await sell();
    await site.settled();
    await anna.call("POST", `/api/orders/${id}/ship`, {});
    await site.settled();
    expect(types()).toEqual(["order.paid"]);
    await sell();
    await site.settled();
    expect(types()).toEqual(["order.paid", "order.paid"]);
    await pass();
    expect(types()).toEqual(["order.paid", "order.paid", "order.paid", "order.shipped"]);
  });

  test("is disabled by 410 at once, with one email, and keeps what it missed", async () => {
    const added = await add();
    receiver.answer = () => 410;
    await sell();
    await site.settled();
    await sell();
    await site.settled();
    expect(receiver.received).toHaveLength(1);
    expect(await read(added)).toMatchObject({ disabled: "gone" });
    expect(await mailsTo(site, anna.email, "webhook-disabled")).toHaveLength(1);
    expect(await anna.call("POST", `/api/webhook-endpoints/${added.endpoint.id}/test`)).toMatchObject({
      status: 409,
      body: { code: "webhooks.disabled" },
    });
  });

  test("is disabled after five days of failures, with one email, and gets what it missed once it is enabled", async () => {
    const added = await add();
    receiver.answer = () => 500;
    await sell();
    await site.settled();
    await site.query("update webhook_endpoints set failing_since = now() - interval '5 days 1 minute'");
    await pass();
    await pass();
    expect(receiver.received).toHaveLength(2);
    expect(await read(added)).toMatchObject({ disabled: "failing" });
    expect(await mailsTo(site, anna.email, "webhook-disabled")).toHaveLength(1);
    receiver.answer = () => 200;
    await anna.call("PATCH", `/api/webhook-endpoints/${added.endpoint.id}`, { enabled: true });
    await pass();
    expect((await log(added))[0]?.state).toBe("delivered");
    expect(await read(added)).toMatchObject({ disabled: null, failing_since: null });
  });
});

describe("a receiver that is down", () => {
  test("gets everything once it is back, in one run", async () => {
    const added = await add();
    receiver.answer = () => ({ status: 503, headers: { "retry-after": "120" } });
    for (let count = 0; count < 5; count++) await sell();
    await site.settled();
    expect(receiver.received).toHaveLength(1);
    await site.query("update webhook_endpoints set paused_until = now()");
    receiver.answer = () => 200;
    await site.runNow("webhooks.sweep");
    await site.settled();
    await site.runNow("webhooks.sweep");
    await site.settled();
    const delivered = receiver.received.slice(1);
    expect(new Set(delivered.map(({ headers }) => headers["webhook-id"])).size).toBe(5);
    expect(delivered).toHaveLength(5);
    for (const request of delivered) verify(added.secret, request);
    expect((await log(added)).map(({ state }) => state)).toEqual(Array(5).fill("delivered"));
  });

  test("decides by Retry-After when it is asked again", async () => {
    await add();
    receiver.answer = () => ({ status: 429, headers: { "retry-after": "3600" } });
    await sell();
    await site.settled();
    const [row] = await site.query(`select extract(epoch from paused_until - now()) as paused,
      (select extract(epoch from next_at - now()) from webhook_deliveries) as next from webhook_endpoints`);
    expect(Number(row.paused)).toBeGreaterThan(3_500);
    expect(Number(row.next)).toBeGreaterThan(3_500);
  });

  test("is taken over by the sweep after the process that delivered was killed", async () => {
    const added = await add();
    await site.query("update webhook_endpoints set running_until = now() + interval '1 minute'");
    await sell();
    await site.settled();
    expect(receiver.received).toEqual([]);
    await site.runNow("webhooks.sweep");
    await site.settled();
    expect(receiver.received).toEqual([]);
    await site.query("update webhook_endpoints set running_until = now()");
    await site.runNow("webhooks.sweep");
    await site.settled();
    expect(receiver.received).toHaveLength(1);
    expect((await log(added))[0]?.state).toBe("delivered");
  });
});

describe("the client", () => {
  test("does not follow a redirect", async () => {
    const added = await add();
    receiver.answer = ({ path }) =>
      path === "/hook" ? { status: 302, headers: { location: receiver.url.replace(/hook$/, "other") } } : 200;
    await sell();
    await site.settled();
    expect(receiver.received.map(({ path }) => path)).toEqual(["/hook"]);
    expect((await log(added))[0]).toMatchObject({ state: "pending", attempts: [{ status: 302 }] });
  });

  test.for(["10.0.0.1", "169.254.169.254", "::1", "::ffff:10.0.0.1", "192.168.1.1"])(
    "makes no connection if the name now leads to %s",
    async (address) => {
      const added = await add();
      receiver.addresses = [address];
      await sell();
      await site.settled();
      expect(receiver.connections).toBe(0);
      expect((await log(added))[0]).toMatchObject({
        state: "pending",
        attempts: [{ status: null, response: null, error: expect.any(String) }],
      });
    },
  );

  test("stores the beginning of a long response, without NUL", async () => {
    const added = await add();
    receiver.answer = () => ({ status: 200, headers: {}, body: `\0${"x".repeat(3_000_000)}` });
    await sell();
    await site.settled();
    const [delivery] = await log(added);
    expect(delivery).toMatchObject({ state: "delivered" });
    expect(delivery?.attempts[0]?.response).toMatch(/^x{2047,2048}$/);
  });

  test("gives up on a silent receiver after ten seconds, and delivers to others meanwhile", async () => {
    const silent = await add();
    receiver.answer = () => "silent";
    await sell();
    await expect.poll(() => receiver.received.length).toBe(1);
    const bela = await signUpVerified(site);
    receiver.answer = () => 200;
    await bela.call("POST", "/api/webhook-endpoints", { url: receiver.url, types: ["order.paid"] });
    await buy(site, (await offer(bela)).tile.id);
    await expect.poll(() => receiver.received.length, { timeout: 3_000 }).toBe(2);
    await site.settled();
    expect((await log(silent))[0]?.attempts).toMatchObject([{ status: null, error: "timed out" }]);
  }, 30_000);
});

test("signs with both secrets for a day after a rotation, then with the new one alone", async () => {
  const added = await add();
  const rotated = await anna.call("POST", `/api/webhook-endpoints/${added.endpoint.id}/rotate`);
  expect(rotated.status).toBe(200);
  expect(rotated.body.endpoint.rotation_until).toEqual(expect.any(String));
  expect(rotated.body.secret).not.toBe(added.secret);
  await sell();
  await site.settled();
  for (const secret of [added.secret, rotated.body.secret]) expect(verify(secret).type).toBe("order.paid");
  await site.query("update webhook_endpoints set rotation_until = now() - interval '1 second'");
  await sell();
  await site.settled();
  expect(verify(rotated.body.secret).type).toBe("order.paid");
  expect(() => verify(added.secret)).toThrow("No matching signature");
  await site.runMaintenance();
  expect(await site.query("select former_secret from webhook_endpoints")).toEqual([{ former_secret: null }]);
});

test("sends nothing for a suspended account, and everything once that ends", async () => {
  await add();
  receiver.answer = () => 500;
  await sell();
  await site.settled();
  receiver.answer = () => 200;
  await site.sql`update creators set suspension = 'account' where id = ${anna.creator.id}`;
  await pass();
  expect(types()).toEqual(["order.paid"]);
  await site.sql`update creators set suspension = null where id = ${anna.creator.id}`;
  await pass();
  expect(types()).toEqual(["order.paid", "order.paid"]);
});
