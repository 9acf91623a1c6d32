import { expect, test } from "vitest";
import { buy, offer, offerFile, payFree, signUpVerified } from "../../../testing/factories.ts";
import { prepareEach } from "../../../testing/prepare.ts";
import { addLines, insertOrder } from "../../../testing/sold-orders.ts";
import { testSite } from "../../../testing/test-site.ts";

const site = testSite();
const anna = prepareEach(() => signUpVerified(site));
const EMAIL = "vera@example.org";

const read = (id: number, page = 1, user = anna) => user.call("GET", `/api/orders/${id}/buyer?page=${page}`);
const sell = (given: Record<string, unknown> = {}) =>
  insertOrder(site, { creator_id: anna.creator.id, buyer_email: EMAIL, ...given });
const idsOf = ({ body }: Awaited<ReturnType<typeof read>>) => body.orders.map(({ id }: { id: number }) => id);

test("lists a creator's orders of exactly one email, with money apart from tests", async () => {
  const first = await sell();
  const other = await signUpVerified(site);
  await sell({ creator_id: other.creator.id });
  // A Cyrillic letter looks like the Latin one.
  for (const buyer_email of ["vera+1@example.org", "xvera@example.org", "ver\u0430@example.org", null])
    await sell({ buyer_email });
  const second = await sell({ buyer_email: "VERA@example.org", status: "refunded", refunded_cents: 1000 });
  const sandbox = await sell({ mode: "sandbox" });
  const found = await read(second);
  expect(idsOf(found)).toEqual([sandbox, second, first]);
  expect(found.body).toMatchObject({
    email: "VERA@example.org",
    total: 3,
    totals: [{ paid: 2, amount_cents: 2000, refunded_cents: 1000, fee_cents: 100, gets_cents: 900 }],
    mockTotals: [{ mode: "sandbox", paid: 1, amount_cents: 1000 }],
    reader: null,
    is_unsubscribed: false,
  });
});

test("counts the files that the buyer can open, and lists the recorded emails", async () => {
  const { tile } = await offerFile(site, anna);
  const kept = await buy(site, tile.id, EMAIL);
  const refunded = await buy(site, tile.id, EMAIL);
  await site.sql`update orders set status = 'refunded', refunded_cents = amount_cents where id = ${refunded.id}`;
  await site.sql`insert into order_events (order_id, by, what, note) values (${kept.id}, 'system', 'emailed', 'Receipt')`;
  const { body } = await read(kept.id);
  expect(body.orders).toMatchObject([
    { id: refunded.id, open_files: 0 },
    { id: kept.id, open_files: 1 },
  ]);
  expect(body.emails).toEqual([{ order_id: kept.id, at: expect.any(String), about: "Receipt" }]);
});

test("shows a reader's consent, and whether they have unsubscribed", async () => {
  const { tile } = await offer(anna, { name: "Sample", type: "digital", priceCents: 0 });
  await payFree(site, tile.id, { email: EMAIL, marketingConsent: true });
  const [order] = await site.sql`select id from orders where creator_id = ${anna.creator.id}`;
  const { reader } = (await read(order.id)).body;
  expect(reader).toMatchObject({ email: EMAIL, source: "order", source_title: "Sample", confirmed_at: null });
  await site.sql`insert into creator_suppressions (creator_id, address_hash)
    select creator_id, email_hash from audience_members where creator_id = ${anna.creator.id}`;
  await site.sql`delete from audience_members where creator_id = ${anna.creator.id}`;
  expect((await read(order.id)).body).toMatchObject({ reader: null, is_unsubscribed: true });
});

test("sends nothing about a buyer who was removed, and keeps those orders out of the list", async () => {
  const removed = await sell({ restricted_at: new Date() });
  const nameless = await sell({ buyer_email: null });
  for (const id of [removed, nameless])
    expect((await read(id)).body).toMatchObject({
      email: null,
      orders: [],
      total: 0,
      totals: [],
      emails: [],
    });
  const again = await sell();
  expect(idsOf(await read(again))).toEqual([again]);
});

test("sends 1,000 orders of one buyer in pages", async () => {
  const id = await sell();
  await site.sql`insert into orders (creator_id, buyer_email, amount_cents, currency, fee_bps, fee_cents, provider, mode, status, paid_at, checkout_token_hash, order_token_hash)
    select creator_id, buyer_email, amount_cents, currency, fee_bps, fee_cents, provider, mode, status, paid_at, sha256(('c' || n || ${id})::bytea), sha256(('o' || n || ${id})::bytea)
    from orders, generate_series(1, 999) n where id = ${id}`;
  await addLines(site);
  await site.sql`insert into order_events (order_id, by, what, note)
    select id, 'system', 'emailed', 'Receipt' from orders where creator_id = ${anna.creator.id}`;
  const { body } = await read(id);
  expect(body).toMatchObject({
    total: 1000,
    pageSize: 25,
    totals: [{ paid: 1000, amount_cents: 1_000_000 }],
  });
  expect([body.orders.length, body.emails.length]).toEqual([25, 50]);
  expect(idsOf(await read(id, 40))).toHaveLength(25);
  expect(idsOf(await read(id, 41))).toEqual([]);
});

test("returns 404 for another creator's order, 401 without a session and 400 for an invalid page", async () => {
  const id = await sell();
  const other = await signUpVerified(site);
  expect(await read(id, 1, other)).toMatchObject({ status: 404, body: { error: "Order not found." } });
  expect((await read(999_999_999)).status).toBe(404);
  expect((await site.call("GET", `/api/orders/${id}/buyer`)).status).toBe(401);
  expect((await read(id, 0)).status).toBe(400);
});
