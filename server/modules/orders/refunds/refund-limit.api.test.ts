import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { ageProof, buy, offer, signUpVerified, type TestUser } from "../../../testing/factories.ts";
import { prepareEach } from "../../../testing/prepare.ts";
import { testSite } from "../../../testing/test-site.ts";

const site = testSite();
const other = testSite(() => ({ databaseUrl: site.databaseUrl }));
const anna = prepareEach(() => signUpVerified(site));
const REFUSED = { status: 403, body: { code: "account.confirm" } };

const sell = async (priceCents: number) => (await buy(site, (await offer(anna, { priceCents })).tile.id)).id;
const refund = (id: number, amountCents: number, user: TestUser = anna, node = site) =>
  node.call(
    "POST",
    `/api/orders/${id}/refund`,
    { requestId: randomUUID(), reason: "requested", amountCents },
    { cookie: user.cookie },
  );
const limitOf = async () => (await anna.call("GET", "/api/account/refund-limit")).body.limitCents;

test("requires a recent proof when the day's refunds exceed the limit, even in small parts", async () => {
  expect(await limitOf()).toBe(10_000);
  const id = await sell(20_000);
  await ageProof(site, anna);
  expect((await refund(id, 6_000)).status).toBe(201);
  expect((await refund(id, 4_000)).status).toBe(201);
  expect(await refund(id, 1)).toMatchObject(REFUSED);
  expect((await anna.call("GET", `/api/orders/${id}`)).body.order.refunded_cents).toBe(10_000);
  const { password } = anna;
  expect((await anna.call("POST", "/api/account/confirm", { password })).status).toBe(204);
  expect((await refund(id, 1)).status).toBe(201);
});

test("accepts only refunds within the limit when they run at once on two nodes", async () => {
  const ids = [await sell(8_000), await sell(8_000)] as const;
  await ageProof(site, anna);
  const both = await Promise.all([refund(ids[0], 8_000), refund(ids[1], 8_000, anna, other)]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 403]);
});

test("does not count refunds of yesterday", async () => {
  const id = await sell(20_000);
  expect((await refund(id, 10_000)).status).toBe(201);
  await site.sql`update order_refunds set created_at = now() - interval '25 hours' where order_id = ${id}`;
  await ageProof(site, anna);
  expect((await refund(id, 5_000)).status).toBe(201);
});

test("saves the creator's limit after a proof, and asks before each refund if it is 0", async () => {
  const save = (limitCents: unknown) => anna.call("POST", "/api/account/refund-limit", { limitCents });
  for (const wrong of [-1, 1.5, "5", null, 100_000_000])
    expect((await save(wrong)).status, String(wrong)).toBe(400);
  expect((await save(0)).body).toEqual({ limitCents: 0 });
  expect(await limitOf()).toBe(0);
  const id = await sell(500);
  await ageProof(site, anna);
  expect(await save(90_000)).toMatchObject(REFUSED);
  expect(await refund(id, 1)).toMatchObject(REFUSED);
});
