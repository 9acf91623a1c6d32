import { expect, test } from "vitest";
import { buy, offerFile, signUpAdmin } from "../../testing/factories.ts";
import { prepare } from "../../testing/prepare.ts";
import { openSite, testSite, testUser } from "../../testing/test-site.ts";

const site = testSite();
const anna = testUser(site, { verified: true });
const offered = prepare(() => offerFile(site, anna));

/** Creates a paid order, marked as paid at a provider when `mode` is not null. */
async function sell({ paidAgo, mode = "live" }: { paidAgo: string; mode?: "live" | "sandbox" | null }) {
  const { id } = await buy(site, offered.tile.id);
  await site.sql`update orders set paid_at = now() - ${paidAgo}::interval, mode = ${mode}::text, provider = case when ${mode}::text is null then 'mock' else 'stripe' end,
     note = 'For Ida', buyer_company = 'Vera AG', buyer_vat_id = 'DE1', buyer_email = 'vera@example.org' where id = ${id}`;
  await site.sql`update order_lines set withdrawal_name = 'Vera' where order_id = ${id}`;
  await site.sql`insert into order_events (order_id, by, what, note) values (${id}, 'creator', 'refunded', 'Vera')`;
  await site.sql`insert into order_addresses (order_id, name, line1, postal_code, city, country)
     values (${id}, 'Vera', 'Hauptstraße 1', '10115', 'Berlin', 'DE')`;
  return id;
}
const row = async (id: number) =>
  (await site.sql`select l.*, o.* from order_lines l join orders o on o.id = order_id where o.id = ${id}`)[0];
const NO_BUYER = {
  buyer_email: null,
  note: null,
  withdrawal_name: null,
  buyer_company: null,
  buyer_vat_id: null,
};
const NOTES = "select 1 from order_events where order_id = $1 and note is not null";
const hasAddress = async (id: number) =>
  (await site.sql`select 1 from order_addresses where order_id = ${id}`).length === 1;

test("deletes a buyer's identity after ten years and keeps the amounts", async () => {
  const old = await sell({ paidAgo: "10 years 1 hour" });
  const recent = await sell({ paidAgo: "10 years -1 hour" });
  await site.runMaintenance();
  expect(await row(old)).toMatchObject({ ...NO_BUYER, amount_cents: 2500, status: "paid" });
  expect(await site.query(NOTES, [old])).toEqual([]);
  expect(await row(recent)).toMatchObject({ buyer_email: "vera@example.org", note: "For Ida" });
  expect(await site.query(NOTES, [recent])).not.toEqual([]);
});

test("forgets buyers of orders without real money two years after the last access", async () => {
  const old = await sell({ paidAgo: "2 years 1 hour", mode: null });
  const renewed = await sell({ paidAgo: "2 years 1 hour", mode: "sandbox" });
  const real = await sell({ paidAgo: "2 years 1 hour" });
  await site.sql`update access set link_expires_at = now() - interval '1 year' where order_id = ${renewed}`;
  await site.sql`update access set link_expires_at = now() - interval '2 years 1 minute' where order_id = ${old}`;
  await site.runMaintenance();
  expect(await row(old)).toMatchObject({ ...NO_BUYER, amount_cents: 2500 });
  for (const id of [renewed, real]) expect((await row(id)).buyer_email).toBe("vera@example.org");
});

test("keeps orders permanently with a retention of 0 years", async () => {
  const forever = await openSite({
    databaseUrl: site.databaseUrl,
    settings: { orderRetentionYears: 0 },
  });
  const old = await sell({ paidAgo: "60 years" });
  await forever.runMaintenance();
  expect((await row(old)).buyer_email).toBe("vera@example.org");
});

test("deletes postal addresses two years after shipping, or after payment if nothing was shipped", async () => {
  const unshipped = await sell({ paidAgo: "2 years 1 hour" });
  const shipped = await sell({ paidAgo: "3 years" });
  await site.sql`update order_lines set shipped_at = now() - interval '2 years -1 hour' where order_id = ${shipped}`;
  await site.runMaintenance();
  expect([await hasAddress(unshipped), await hasAddress(shipped)]).toEqual([false, true]);
  await site.sql`update order_lines set shipped_at = now() - interval '2 years 1 hour' where order_id = ${shipped}`;
  await site.runMaintenance();
  expect(await hasAddress(shipped)).toBe(false);
});

test("keeps a deleted buyer's real orders, hidden from lists and search but not from the export", async () => {
  const admin = await signUpAdmin(site);
  const buyer = await site.signUp({ email: "vera@example.org" });
  const real = await sell({ paidAgo: "1 day" });
  const mock = await sell({ paidAgo: "1 day", mode: null });
  const sandbox = await sell({ paidAgo: "1 day", mode: "sandbox" });
  expect((await admin.call("DELETE", `/api/admin/users/${buyer.creator.user_id}`)).status).toBe(204);
  expect(await row(real)).toMatchObject({ buyer_email: "vera@example.org", restricted_at: expect.any(Date) });
  expect(await hasAddress(real)).toBe(true);
  for (const id of [mock, sandbox]) {
    expect(await row(id)).toMatchObject({ ...NO_BUYER, restricted_at: null });
    expect(await hasAddress(id)).toBe(false);
    expect(await site.query(NOTES, [id])).toEqual([]);
  }
  expect((await anna.call("GET", "/api/orders")).text).not.toContain("vera@example.org");
  expect((await anna.call("GET", "/api/orders?search=vera@example.org")).body.total).toBe(0);
  const detail = await anna.call("GET", `/api/orders/${real}`);
  expect(detail.body.order).toMatchObject({
    buyer_email: null,
    note: null,
    buyer: { email: null, company: null },
  });
  // The goods are still to be shipped.
  expect(detail.body.order.buyer.address).not.toBeNull();
  await site.sql`update order_lines set shipped_at = now() where order_id = ${real}`;
  expect((await anna.call("GET", `/api/orders/${real}`)).body.order.buyer.address).toBeNull();
  expect((await anna.call("GET", "/api/orders/export.csv")).text).toContain("vera@example.org");
});
