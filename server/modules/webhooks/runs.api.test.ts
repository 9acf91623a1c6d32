import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { WEBHOOK_TYPES } from "../../../contract/rules/webhook-types.ts";
import { buy, offer, signUpVerified } from "../../testing/factories.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";
import { type Receiver, startReceiver } from "./receiver.test-kit.ts";

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());
const site = testSite(() => ({ postPublic: receiver.postPublic }));
const other = testSite(() => ({ databaseUrl: site.databaseUrl, postPublic: receiver.postPublic }));
const anna = prepareEach(() => signUpVerified(site));

beforeEach(async () => {
  receiver.received.length = 0;
  receiver.answer = () => 200;
  receiver.addresses = ["127.0.0.1"];
  receiver.connections = 0;
  await site.query("delete from webhook_endpoints");
});

const add = async (user = anna, path = "/hook", types: readonly string[] = ["order.paid"]) => {
  const url = receiver.url.replace(/\/hook$/, path);
  return (await user.call("POST", "/api/webhook-endpoints", { url, types })).body;
};
const sell = async (user = anna) => (await buy(site, (await offer(user)).tile.id)).id;
const address = ({ endpoint }: { endpoint: { id: string } }) => `/api/webhook-endpoints/${endpoint.id}`;
const statesOf = async (added: { endpoint: { id: string } }) =>
  (await anna.call("GET", `${address(added)}/deliveries`)).body.deliveries.map(
    ({ state }: { state: string }) => state,
  );
const idsSent = () => receiver.received.map(({ headers }) => headers["webhook-id"]);
const orderIds = () => receiver.received.map(({ body }) => JSON.parse(body).data.order_id);
/** Lets the time of the next attempts pass, and sends what is due. */
async function pass() {
  await site.query("update webhook_deliveries set next_at = now() where state = 'pending'");
  await site.query("update webhook_endpoints set paused_until = null");
  await site.runNow("webhooks.sweep");
  await site.settled();
}

test("sends an event once although two nodes start runs at the same time", async () => {
  const added = await add();
  await site.query("update webhook_endpoints set paused_until = now() + interval '1 hour'");
  for (let count = 0; count < 5; count++) await sell();
  await site.settled();
  expect(receiver.received).toEqual([]);
  await site.query("update webhook_endpoints set paused_until = null");
  await Promise.all([site, other, site, other].map((node) => node.runNow("webhooks.sweep")));
  await Promise.all([site.settled(), other.settled()]);
  expect(idsSent()).toHaveLength(5);
  expect(new Set(idsSent()).size).toBe(5);
  expect(await statesOf(added)).toEqual(Array(5).fill("delivered"));
});

test("does not spend the attempts of a rejected event when others are delivered", async () => {
  const added = await add();
  let rejected: unknown;
  receiver.answer = ({ body }) => {
    rejected ??= JSON.parse(body).data.order_id;
    return JSON.parse(body).data.order_id === rejected ? 400 : 200;
  };
  await sell();
  await site.settled();
  await site.query("update webhook_deliveries set next_at = now() + interval '1 hour'");
  for (let count = 0; count < 3; count++) await sell();
  await site.settled();
  expect(orderIds().filter((id) => id === rejected)).toHaveLength(1);
  expect(await statesOf(added)).toEqual(["delivered", "delivered", "delivered", "pending"]);
});

test("sends what happened while an endpoint was disabled for failures, and nothing of a time when it was off", async () => {
  const added = await add();
  receiver.answer = () => 500;
  const first = await sell();
  await site.settled();
  await site.query("update webhook_endpoints set failing_since = now() - interval '6 days'");
  await site.query("update webhook_deliveries set attempts = 9");
  await pass();
  expect(await statesOf(added)).toEqual(["failed"]);
  const missed = await sell();
  await site.settled();
  expect(receiver.received).toHaveLength(2);
  receiver.answer = () => 200;
  receiver.received.length = 0;
  await anna.call("PATCH", address(added), { enabled: true });
  await site.settled();
  expect(orderIds()).toEqual([first, missed]);

  await anna.call("PATCH", address(added), { enabled: false });
  await sell();
  await anna.call("PATCH", address(added), { enabled: true });
  await site.settled();
  expect(orderIds()).toEqual([first, missed]);
});

test("is not disabled by a failure long after another one", async () => {
  const added = await add();
  receiver.answer = () => 500;
  await sell();
  await site.settled();
  await site.query(`update webhook_endpoints set failing_since = now() - interval '30 days',
    failed_at = now() - interval '27 days'`);
  await sell();
  await site.settled();
  const { body } = await anna.call("GET", "/api/webhook-endpoints");
  expect(body.endpoints[0]).toMatchObject({ id: added.endpoint.id, disabled: null });
});

test("signs a retry with the secret of that time", async () => {
  const added = await add();
  receiver.answer = () => 500;
  await sell();
  await site.settled();
  const { secret } = (await anna.call("POST", `${address(added)}/rotate`)).body;
  receiver.answer = () => 200;
  await pass();
  const { body = "", headers = {} } = receiver.received.at(-1) ?? {};
  for (const one of [secret, added.secret]) expect(new Webhook(one).verify(body, headers)).toBeTruthy();
  expect(new Set(idsSent()).size).toBe(1);
});

test("makes no connection once a name leads to a private address, and delivers when it is back", async () => {
  const added = await add();
  receiver.answer = () => 500;
  await sell();
  await site.settled();
  expect(receiver.connections).toBe(1);
  receiver.answer = () => 200;
  receiver.addresses = ["10.0.0.1"];
  await pass();
  expect(receiver.connections).toBe(1);
  const [attempt] = await site.query("select status, error from webhook_attempts order by id desc limit 1");
  expect(attempt).toEqual({ status: null, error: "not a public IP" });
  receiver.addresses = ["127.0.0.1"];
  await pass();
  expect(receiver.connections).toBe(2);
  expect(await statesOf(added)).toEqual(["delivered"]);
});

test("ends quietly if its endpoint is deleted during an attempt", async () => {
  const added = await add();
  const { promise: isDeleted, resolve } = Promise.withResolvers<void>();
  receiver.answer = () => {
    void anna.call("DELETE", address(added)).then(() => resolve());
    return 200;
  };
  await sell();
  await isDeleted;
  await site.settled();
  expect(
    await site.query("select from webhook_deliveries where endpoint_id = $1", [added.endpoint.id]),
  ).toEqual([]);
  expect(site.logLines.join("")).not.toContain("a run of webhook deliveries failed");
});

test("ends a pause when its creator sends a test event", async () => {
  const added = await add();
  receiver.answer = () => ({ status: 503, headers: { "retry-after": "86400" } });
  await sell();
  await site.settled();
  receiver.answer = () => 200;
  expect((await anna.call("POST", `${address(added)}/test`)).status).toBe(202);
  await site.settled();
  const sent = receiver.received.map(({ body }) => JSON.parse(body).type);
  expect(sent).toEqual(["order.paid", "webhook.test", "order.paid"]);
});

test("delivers to others while twelve endpoints of four creators are silent or drip", async () => {
  const slow = await Promise.all(Array.from({ length: 4 }, () => signUpVerified(site)));
  receiver.answer = ({ path }) => (path === "/hook" ? 200 : path === "/silent" ? "silent" : "drips");
  for (const user of slow) for (const path of ["/silent", "/drips", "/silent"]) await add(user, path);
  for (const user of slow) await sell(user);
  await expect.poll(() => receiver.received.length).toBe(12);
  await add();
  const started = receiver.received.length;
  await sell();
  await expect.poll(() => receiver.received.slice(started).map(({ path }) => path)).toContain("/hook");
  // None of the slow ones has ended meanwhile.
  expect(await site.query("select from webhook_attempts where error = 'timed out'")).toEqual([]);
  receiver.answer = () => 200;
  await expect
    .poll(() => site.query("select from webhook_attempts where error = 'timed out'"), { timeout: 30_000 })
    .toHaveLength(12);
}, 60_000);

test("keeps the bodies of a sale far below 20 KB", async () => {
  await add(anna, "/hook", WEBHOOK_TYPES);
  await sell();
  await site.settled();
  expect(receiver.received.length).toBeGreaterThan(0);
  for (const { body } of receiver.received) expect(Buffer.byteLength(body)).toBeLessThan(2_000);
});
