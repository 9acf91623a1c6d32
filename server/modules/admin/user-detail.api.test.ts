import { expect, test } from "vitest";
import { addProduct, addTile, signUpVerified } from "../../testing/factories.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { insertOrder } from "../../testing/sold-orders.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const site = testSite();
const olga = testUser(site, { admin: true, verified: true });
const anna = prepareEach(() => signUpVerified(site, { displayName: "Anna" }));

const show = (id: string, user = olga) => user.call("GET", `/api/admin/users/${id}`);

test("shows everything about a user in one response, without deleted rows and test orders", async () => {
  const { creator } = anna;
  await addTile(anna);
  const deleted = await addTile(anna);
  await anna.call("DELETE", `/api/tiles/${deleted.id}`);
  await addProduct(anna);
  await insertOrder(site, { creator_id: creator.id });
  await insertOrder(site, { creator_id: creator.id, mode: "test" });
  await anna.call("POST", "/api/feedback", {
    message: "By name, please.",
    category: "feature",
    page: "/dashboard",
  });
  await olga.call("PATCH", `/api/admin/users/${creator.user_id}`, { plan: "creator" });
  const { status, body } = await show(creator.user_id);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    user: { id: creator.user_id, handle: creator.handle, display_name: "Anna", plan: "creator" },
    email_verified_at: expect.stringMatching(/Z$/),
    signs_in_with: ["password"],
    sessions: 1,
    last_seen_at: expect.stringMatching(/Z$/),
    page: {
      tiles: 1,
      products: 1,
      members: 0,
      files: 0,
      file_bytes: 0,
      payment_provider: "none",
      sells_in: null,
      totals: [{ currency: "eur", paid: 1, amount_cents: 1000 }],
      mockTotals: [{ mode: "test", paid: 1 }],
    },
    feedback: [{ message: "By name, please." }],
    entries: [{ action: "user.plan_changed", actor: { id: olga.creator.user_id } }],
  });
  expect(JSON.stringify(body)).not.toMatch(/argon2|token/);
});

test("shows no figures for a user without a page who signs in only with Google", async () => {
  const [{ id }] = await site.sql`insert into users (email) values ('gina@example.org') returning id`;
  await site.sql`insert into identities (provider, subject, user_id) values ('google', 'g-1', ${id})`;
  expect((await show(String(id))).body).toMatchObject({
    user: { handle: null, plan: null },
    email_verified_at: null,
    signs_in_with: ["google"],
    sessions: 0,
    last_seen_at: null,
    page: null,
    feedback: [],
    entries: [],
  });
});

test.for(["7", "x", "00000000-0000-0000-0000-000000000000", "a".repeat(500), "%00"])(
  "rejects the id %j without a server error",
  async (id) => {
    expect((await show(id)).status).toBeGreaterThanOrEqual(400);
    expect((await show(id)).status).toBeLessThan(500);
  },
);

test("shows users and the installation's figures only to administrators", async () => {
  for (const path of [`/api/admin/users/${anna.creator.user_id}`, "/api/admin/overview"]) {
    expect((await anna.call("GET", path)).status).toBe(403);
    expect((await site.call("GET", path)).status).toBe(401);
  }
});

test("counts users, pages with tiles, and real sales of thirty days", async () => {
  const before = (await olga.call("GET", "/api/admin/overview")).body;
  await addTile(anna);
  await insertOrder(site, { creator_id: anna.creator.id, currency: "sek" });
  await insertOrder(site, { creator_id: anna.creator.id, currency: "sek", mode: "test" });
  const old = new Date(Date.now() - 31 * 86_400_000);
  await insertOrder(site, { creator_id: anna.creator.id, currency: "sek", paid_at: old });
  await site.sql`insert into users (email, created_at) values ('old@example.org', ${old})`;
  const { users, new_users, pages, totals } = (await olga.call("GET", "/api/admin/overview")).body;
  expect([users - before.users, new_users - before.new_users, pages - before.pages]).toEqual([1, 0, 1]);
  expect(totals.find(({ currency }: { currency: string }) => currency === "sek")).toMatchObject({
    paid: 1,
    amount_cents: 1000,
  });
});
