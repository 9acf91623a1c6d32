import { expect, test } from "vitest";
import { testSite, testUser } from "../../testing/test-site.ts";

const site = testSite();
const admin = testUser(site, { admin: true });

const log = async () => (await admin.call("GET", "/api/admin/audit")).body;
const act = async (method: "POST" | "PATCH" | "DELETE", path: string, body?: unknown) => {
  const response = await admin.call(method, `/api/admin/${path}`, body);
  expect(response.status, `${method} ${path} ${response.text}`).toBeLessThan(300);
  return response.body;
};
const by = () => ({ id: admin.creator.user_id, email: admin.email });

test("records actor, action, subject, and values before and after", async () => {
  const given = { email: "new@example.org", displayName: "New", handle: "new-one" };
  const { user } = await act("POST", "users", given);
  await act("PATCH", `users/${user.id}`, { isAdmin: true });
  await act("PATCH", `users/${user.id}`, { plan: "creator" });
  await act("POST", `users/${user.id}/reset-password`);
  const sent = await admin.call("POST", "/api/feedback", { category: "bug", message: "Broken", page: "/" });
  await act("PATCH", `feedback/${sent.body.feedback.id}`, { status: "resolved" });
  const mail = { subject: "News", body: "A long enough body.", template: "newsletter" };
  await act("POST", "marketing/email", { to: "a@example.org", ...mail });

  const { entries, total } = await log();
  expect(total).toBe(6);
  const subject = { id: user.id, email: user.email };
  const common = { id: expect.any(Number), actor: by(), created_at: expect.stringMatching(/Z$/) };
  expect(entries).toEqual([
    {
      ...common,
      action: "marketing.sent",
      subject: { id: expect.any(String), email: null },
      before: null,
      after: { audience: null, template: "newsletter", recipients: 1 },
    },
    {
      ...common,
      action: "feedback.status_changed",
      subject: { id: String(sent.body.feedback.id), email: null },
      before: { status: "open" },
      after: { status: "resolved" },
    },
    { ...common, action: "user.reset_mailed", subject, before: null, after: null },
    { ...common, action: "user.plan_changed", subject, before: { plan: "free" }, after: { plan: "creator" } },
    {
      ...common,
      action: "user.role_changed",
      subject,
      before: { is_admin: false },
      after: { is_admin: true },
    },
    { ...common, action: "user.created", subject, before: null, after: { is_admin: false, plan: "free" } },
  ]);
});

test("shows only the id of a deleted user", async () => {
  const berta = await site.signUp();
  await act("DELETE", `users/${berta.creator.user_id}`);
  const [entry] = (await log()).entries;
  expect(entry).toMatchObject({
    action: "user.deleted",
    subject: { id: berta.creator.user_id, email: null },
    before: { is_admin: false, plan: "free" },
    after: null,
  });
  const kept = await site.query("select * from audit_log");
  expect(JSON.stringify(kept)).not.toContain("@");
});

test("records no rejected action and no action without a change", async () => {
  const before = (await log()).total;
  const berta = await site.signUp();
  await admin.call("DELETE", `/api/admin/users/${admin.creator.user_id}`);
  await admin.call("PATCH", `/api/admin/users/${berta.creator.user_id}`, { isAdmin: false, plan: "free" });
  await admin.call("POST", "/api/admin/users", { email: berta.email, displayName: "B", handle: "another-b" });
  await berta.call("PATCH", `/api/admin/users/${berta.creator.user_id}`, { isAdmin: true });
  expect((await log()).total).toBe(before);
});

test("denies the product's own database role changes and deletions", async () => {
  for (const statement of [
    "update audit_log set actor_id = gen_random_uuid()",
    "delete from audit_log",
    "truncate audit_log",
  ]) {
    await expect(site.query(statement), statement).rejects.toThrow("append-only");
  }
});

test("lists entries in pages of 25, newest first", async () => {
  const berta = await site.signUp();
  for (let count = 0; count < 26; count++) {
    await act("POST", `users/${berta.creator.user_id}/reset-password`);
  }
  const { entries, total, pageSize } = await log();
  expect([entries.length, pageSize]).toEqual([25, 25]);
  const second = (await admin.call("GET", "/api/admin/audit?page=2")).body.entries;
  expect(second.length).toBe(Math.min(25, total - 25));
  expect(entries.at(-1).id).toBeGreaterThan(second[0].id);
});
