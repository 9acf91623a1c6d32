import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { inputErrors, mailedLink, mailsTo, rejection, signUpAdmin } from "../../testing/factories.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const site = testSite();
const admin = testUser(site, { admin: true });
const anna = testUser(site, { displayName: "Anna Ünal" });

const USERS = "/api/admin/users";
const find = async (search: string, more = "") =>
  (await admin.call("GET", `${USERS}?search=${encodeURIComponent(search)}${more}`)).body;
const handlesOf = async (search: string, more = "") =>
  (await find(search, more)).users.map((user: { handle: string }) => user.handle);
const fresh = (more: Record<string, unknown> = {}) => {
  const unique = randomUUID().slice(0, 12);
  return { email: `new-${unique}@example.org`, displayName: "New", handle: `new-${unique}`, ...more };
};
const change = (id: string, body: unknown) => admin.call("PATCH", `${USERS}/${id}`, body);

test.for([
  ["GET", USERS],
  ["POST", USERS],
  ["PATCH", `${USERS}/${randomUUID()}`],
  ["DELETE", `${USERS}/${randomUUID()}`],
  ["POST", `${USERS}/${randomUUID()}/reset-password`],
  ["GET", "/api/admin/feedback"],
  ["PATCH", "/api/admin/feedback/1"],
  ["GET", "/api/admin/audit"],
  ["POST", "/api/admin/marketing/email"],
  ["POST", "/api/admin/marketing/preview"],
  ["GET", "/api/admin/marketing/audience?audience=all"],
  ["GET", "/api/admin/marketing/campaigns"],
  ["GET", "/api/admin/marketing/campaigns/1"],
] as const)("restricts %s %s to admins", async ([method, path]) => {
  expect(await site.call(method, path, {})).toMatchObject(
    rejection(401, "accounts.signed_out", "Please sign in."),
  );
  const rejected = await anna.call(method, path, {});
  expect(rejected).toMatchObject({ status: 403, body: { error: "Admins only.", code: "admin.only" } });
  expect(Object.keys(rejected.body)).toEqual(["error", "code"]);
});

test("ignores a filter without a value", async () => {
  const { total } = (await admin.call("GET", "/api/admin/users")).body;
  expect((await admin.call("GET", "/api/admin/users?search=&role=&page=")).body).toMatchObject({
    total,
    page: 1,
  });
  expect((await admin.call("GET", "/api/admin/feedback?status=&page=")).body).toMatchObject({
    total: 0,
    page: 1,
  });
});

test("rejects an administrator demoted on another node at the next request", async () => {
  const other = await signUpAdmin(site);
  expect((await other.call("GET", USERS)).status).toBe(200);
  expect((await change(other.creator.user_id, { isAdmin: false })).status).toBe(200);
  expect(await other.call("GET", USERS)).toMatchObject({ status: 403, body: { error: "Admins only." } });
});

describe("the list of users", () => {
  test("has the fields of the contract and no others", async () => {
    const { users, ...counts } = await find(anna.email);
    expect(counts).toEqual({ total: 1, page: 1, pageSize: 25 });
    expect(users).toEqual([
      {
        id: anna.creator.user_id,
        email: anna.email,
        handle: anna.handle,
        display_name: "Anna Ünal",
        is_admin: false,
        plan: "free",
        stripe_subscription_active: false,
        creator_id: anna.creator.id,
        sending_stopped: false,
        suspension: null,
        created_at: expect.stringMatching(/Z$/),
      },
    ]);
  });

  test("shows that moderation has suspended a user's page", async () => {
    const sven = await site.signUp();
    await site.sql`update creators set suspension = 'page' where id = ${sven.creator.id}`;
    expect((await find(sven.email)).users).toMatchObject([{ suspension: "page" }]);
    expect((await admin.call("GET", `${USERS}/${sven.creator.user_id}`)).body.user.suspension).toBe("page");
  });

  test("is searched by email, handle, name and plan, in any letter case", async () => {
    for (const term of [anna.email.toUpperCase(), anna.handle.slice(2), "ünal", "ANNA ÜN", "  Ünal "]) {
      expect(await handlesOf(term), term).toEqual([anna.handle]);
    }
    for (const term of ["unal", "ANNA U", "anna u\u0308nal", "Ａｎｎａ Ünal"])
      expect(await handlesOf(term), term).toEqual([anna.handle]);
    expect((await find("no such person")).total).toBe(0);
  });

  test("finds an email at an internationalized domain in both forms", async () => {
    const user = await site.signUp({ email: "info@müller-öfen.example" });
    for (const term of ["info@müller-öfen.example", "MÜLLER-ÖFEN.example", "xn--mller-fen-57a4d.example"])
      expect(await handlesOf(term), term).toEqual([user.handle]);
  });

  test("is searched by the plan's kind of payment", async () => {
    const [billed, manual] = [await site.signUp(), await site.signUp()];
    await site.sql`update creators set plan = 'creator', subscription_active = true
      where id = ${billed.creator.id}`;
    await change(manual.creator.user_id, { plan: "creator" });
    expect(await handlesOf("active")).toEqual([billed.handle]);
    expect(await handlesOf("manual")).toEqual([manual.handle]);
    expect(await handlesOf("stripe")).toEqual([billed.handle]);
    await site.sql`update creators set plan = 'free', subscription_active = false where id = ${billed.creator.id}`;
    expect(await handlesOf("active")).toEqual([]);
  });

  test("searches every character literally", async () => {
    const odd = await site.signUp({ displayName: `100%_'\\ "x" <b>` });
    for (const term of ["%", "100%_", "'", "\\", `_'\\ "x" <b>`]) {
      expect(await handlesOf(term), term).toEqual([odd.handle]);
    }
    expect(await handlesOf("1%0")).toEqual([]);
    expect((await admin.call("GET", `${USERS}?search=%00`)).status).toBe(400);
  });

  test("shows a changed name, handle and email, and no deleted page", async () => {
    const berta = await site.signUp();
    const handle = `${berta.handle}-2`;
    await berta.call("POST", "/api/creators/me", { handle, displayName: "Berta Wandelbar" });
    expect(await handlesOf("wandelbar")).toEqual([handle]);
    await site.sql`delete from creators where id = ${berta.creator.id}`;
    expect((await find("wandelbar")).total).toBe(0);
    expect((await find(berta.email)).users).toMatchObject([{ handle: null, plan: null, creator_id: null }]);
  });

  test("is filtered by role", async () => {
    const { users } = await find("", "&role=admin");
    expect(users.length).toBeGreaterThan(0);
    expect(users.every((user: { is_admin: boolean }) => user.is_admin)).toBe(true);
    const [all, admins, creators] = [
      await find(""),
      await find("", "&role=admin"),
      await find("", "&role=creator"),
    ];
    expect(admins.total + creators.total).toBe(all.total);
  });

  test("has pages of 25, newest first, without gaps or repeats", async () => {
    for (let count = 0; count < 30; count++) await site.signUp({ displayName: "Paged" });
    const first = await find("paged");
    const second = await find("paged", "&page=2");
    expect([first.total, first.page, second.page]).toEqual([30, 1, 2]);
    expect([first.users.length, second.users.length]).toEqual([25, 5]);
    const all = [...first.users, ...second.users];
    expect(new Set(all.map((user) => user.id)).size).toBe(30);
    const times = all.map((user) => user.created_at);
    expect(times).toEqual([...times].sort().reverse());
    expect((await find("paged", "&page=3")).users).toEqual([]);
  });

  test.for(["role=owner", "page=0", "page=x", "page=1.5", `search=${"x".repeat(201)}`])(
    "rejects %s with a message",
    async (query) => {
      const response = await admin.call("GET", `${USERS}?${query}`);
      expect(response.status).toBe(400);
      expect(response.body.error).not.toMatch(/^(Invalid|Too|Expected)/);
    },
  );
});

describe("a new user", () => {
  test("is created with a page and emailed a link to set the password", async () => {
    const given = fresh({ isAdmin: true, plan: "creator" });
    const response = await admin.call("POST", USERS, given);
    expect(response.status).toBe(201);
    expect(response.body.user).toMatchObject({
      email: given.email,
      handle: given.handle,
      display_name: "New",
      is_admin: true,
      plan: "creator",
      stripe_subscription_active: false,
    });
    const [mail] = await mailsTo(site, given.email, "invitation");
    expect(JSON.parse(mail?.html ?? "")).toMatchObject({ handle: given.handle, validHours: 168 });
    const { path, token } = await mailedLink(site, given.email, "invitation");
    expect(path).toMatch(/^\/auth\/reset\?token=[^&]+&for=invitation$/);
    const set = await site.call("POST", "/api/auth/reset-password", { token, password: "a new password" });
    expect(set.status).toBe(204);
    const login = await site.call("POST", "/api/auth/login", {
      email: given.email,
      password: "a new password",
    });
    expect(login.body.creator).toMatchObject({ is_admin: true, plan: "creator" });
    expect(login.body.creator.email_verified_at).not.toBeNull();
    await change(response.body.user.id, { isAdmin: false });
  });

  test("is a creator on Free by default, and loses unknown fields", async () => {
    const given = fresh({ id: 7, passwordHash: "x", stripe_subscription_active: true, emailVerified: true });
    expect((await admin.call("POST", USERS, given)).body.user).toMatchObject({
      is_admin: false,
      plan: "free",
      stripe_subscription_active: false,
    });
  });

  test("needs an unused email and handle", async () => {
    expect(await admin.call("POST", USERS, fresh({ email: anna.email.toUpperCase() }))).toMatchObject({
      status: 409,
      body: { code: "accounts.email_taken", details: { fieldErrors: { email: [expect.any(String)] } } },
    });
    const given = fresh({ handle: anna.handle.toUpperCase() });
    expect(await admin.call("POST", USERS, given)).toMatchObject({
      status: 409,
      body: { code: "creators.handle_taken", details: { fieldErrors: { handle: [expect.any(String)] } } },
    });
    expect((await find(given.email)).total).toBe(0);
    expect(await mailsTo(site, given.email)).toEqual([]);
  });

  test("is rejected with the messages of all fields", async () => {
    const response = await admin.call("POST", USERS, {
      email: "x",
      displayName: " ",
      handle: "admin",
      isAdmin: "yes",
      plan: "gold",
    });
    expect(response.status).toBe(400);
    expect(response.body).toEqual(
      inputErrors({
        email: ["fields.email", "Enter a valid email address."],
        displayName: ["fields.required", "Display name is required."],
        handle: ["fields.reserved_handle", "This handle is reserved."],
        isAdmin: ["fields.not_boolean", "Admin must be true or false."],
        plan: ["creators.plan", "Choose a plan."],
      }),
    );
  });
});

describe("a change of a user", () => {
  test("changes the role immediately in every session", async () => {
    const berta = await site.signUp();
    expect((await change(berta.creator.user_id, { isAdmin: true })).body.user.is_admin).toBe(true);
    expect((await berta.call("GET", USERS)).status).toBe(200);
    expect((await change(berta.creator.user_id, { isAdmin: false })).body.user.is_admin).toBe(false);
    expect((await berta.call("GET", USERS)).status).toBe(403);
  });

  test("sets a manual plan that the page shows", async () => {
    const berta = await site.signUp();
    const response = await change(berta.creator.user_id, { plan: "creator" });
    expect(response.body.user).toMatchObject({ plan: "creator", stripe_subscription_active: false });
    const page = await site.call("GET", `/api/public/creator/${berta.handle}`);
    expect(page.body.creator).toMatchObject({ plan: "creator", stripe_subscription_active: false });
    expect((await change(berta.creator.user_id, { plan: "free" })).body.user.plan).toBe("free");
  });

  test("requires a page for a plan", async () => {
    const berta = await site.signUp();
    await site.sql`delete from creators where id = ${berta.creator.id}`;
    expect(await change(berta.creator.user_id, { plan: "creator", isAdmin: true })).toMatchObject(
      rejection(409, "admin.no_creator", "This user has no creator page, so there is nothing to change."),
    );
    expect((await find(berta.email)).users[0].is_admin).toBe(false);
  });

  test("ignores other fields", async () => {
    const { user_id: id } = anna.creator;
    for (const body of [
      {},
      { email: "x@example.org" },
      { password: "a new password" },
      { id: 1 },
      null,
      [],
    ]) {
      expect((await change(id, body)).status, JSON.stringify(body)).toBe(400);
    }
    expect(await change(id, { isAdmin: "true" })).toMatchObject(
      rejection(400, "invalid_input", "Admin must be true or false."),
    );
    expect((await find(anna.email)).total).toBe(1);
  });

  test("returns 404 for an unknown user, with an id of any form", async () => {
    for (const id of [randomUUID(), "1", "x", "..%2f"]) {
      expect(await change(id, { plan: "free" })).toMatchObject({
        status: 404,
        body: { error: "User not found." },
      });
    }
    expect((await change("%00", { plan: "free" })).status).toBe(400);
  });
});

test("emails a password reset to the user", async () => {
  const berta = await site.signUp();
  const path = `${USERS}/${berta.creator.user_id}/reset-password`;
  expect(await admin.call("POST", path)).toMatchObject({ status: 204, text: "" });
  const { token } = await mailedLink(site, berta.email, "reset-password");
  expect(
    (await site.call("POST", "/api/auth/reset-password", { token, password: "another one" })).status,
  ).toBe(204);
  expect((await admin.call("POST", `${USERS}/${randomUUID()}/reset-password`)).status).toBe(404);
});
