import { expect, test } from "vitest";
import { buy, mailsTo, offerFile, signUpVerified, type TestUser } from "../../../testing/factories.ts";
import { addLines } from "../../../testing/sold-orders.ts";
import { testSite, testUser } from "../../../testing/test-site.ts";

const site = testSite();
const admin = testUser(site, { admin: true });

/** Creates a creator with a paid order, marked as one of real money when `isReal`. */
async function seller({ isReal = true, isVerified = true } = {}): Promise<TestUser> {
  const anna = isVerified ? await signUpVerified(site) : await site.signUp();
  const { id } = await buy(site, (await offerFile(site, anna)).tile.id);
  if (isReal) {
    await site.sql`update orders set mode = 'live', provider = 'stripe', buyer_email = 'vera@example.org'
      where id = ${id}`;
  }
  return anna;
}
const remove = async ({ creator }: TestUser) => {
  expect((await admin.call("DELETE", `/api/admin/users/${creator.user_id}`)).status).toBe(204);
  await site.settled();
};
const exportsTo = ({ email }: TestUser) => mailsTo(site, email, "orders-export");
const stored = () => site.query("select id from order_exports");

test("emails the orders to a creator who sold for money when the account is deleted, and keeps no copy", async () => {
  const anna = await seller();
  await site.sql`insert into orders (creator_id, amount_cents, currency, fee_bps, fee_cents, provider, mode, status,
       checkout_token_hash, order_token_hash)
     values (${anna.creator.id}, 1000, 'eur', 500, 50, 'stripe', 'live', 'expired', sha256('u1'), sha256('u2'))`;
  await addLines(site, { name: "Unpaid", type: "tip" });
  await remove(anna);
  const [mail, ...others] = await exportsTo(anna);
  expect(others).toEqual([]);
  expect(JSON.parse(mail?.html ?? "")).toMatchObject({ count: 1, isComplete: true });
  const [file] = mail?.attachments ?? [];
  expect(file).toMatchObject({ filename: "orders.csv", contentType: "text/csv; charset=utf-8" });
  const csv = file?.content.toString() ?? "";
  expect(csv).toMatch(/^\ufeffOrder,Created/);
  expect(csv).toContain("vera@example.org");
  expect(csv).not.toContain("Unpaid");
  expect(await stored()).toEqual([]);
});

test.for([
  ["who sold in the mock checkout only", { isReal: false }],
  ["whose email is not verified", { isVerified: false }],
] as const)("a creator %s receives nothing", async ([, given]) => {
  const anna = await seller(given);
  await remove(anna);
  expect(await exportsTo(anna)).toEqual([]);
  expect(await stored()).toEqual([]);
});

test("sends the newest orders if all are too many for an email", async () => {
  const anna = await seller();
  await site.sql`insert into orders (creator_id, amount_cents, currency, fee_bps, fee_cents, provider, mode, status, paid_at,
       created_at, checkout_token_hash, order_token_hash)
     select ${anna.creator.id}::bigint, 1000, 'eur', 500, 50, 'stripe', 'live', 'paid', now(), now() - interval '1 day',
       sha256(('m' || n)::bytea), sha256(('n' || n)::bytea) from generate_series(1, 3000) n`;
  await addLines(site, { name: "x".repeat(2000), type: "tip" });
  await remove(anna);
  const [mail] = await exportsTo(anna);
  const { count, isComplete } = JSON.parse(mail?.html ?? "");
  expect(isComplete).toBe(false);
  const content = mail?.attachments?.[0]?.content.toString() ?? "";
  expect(content.length).toBeLessThan(5_001_000);
  expect(content.split("\r\n")).toHaveLength(count + 2);
  expect(content, "the newest").toContain("vera@example.org");
});

test("deletes a copy whose email could not be sent after 30 days", async () => {
  await site.query(
    `insert into order_exports (csv, created_at)
     values ('x', now() - interval '31 days'), ('y', now() - interval '29 days')`,
  );
  await site.runMaintenance();
  expect(await stored()).toHaveLength(1);
});
