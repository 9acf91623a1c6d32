import { expect, test } from "vitest";
import { concurrently, statusCounts } from "../../testing/concurrently.ts";
import { cpuTimeOf } from "../../testing/costs.ts";
import { fieldRejection, inputErrors, mailsTo, NEW_CREATOR, rejection } from "../../testing/factories.ts";
import { openSite, testSite } from "../../testing/test-site.ts";

const site = testSite();

let count = 0;
function newUser(given: Record<string, unknown> = {}) {
  count += 1;
  return {
    email: `new${count}@example.org`,
    password: "long enough",
    handle: `new-${count}`,
    displayName: "Nell",
    ...given,
  };
}
const register = (user: unknown) => site.call("POST", "/api/auth/register", user);
const countUsers = async () => (await site.query("select count(*)::int as count from users"))[0].count;

test("returns the user's page and session, and nothing else", async () => {
  const response = await register(newUser({ email: " Nell@Example.org ", handle: "Nell_1" }));
  expect(response.status).toBe(201);
  expect(response.body).toEqual({
    creator: { ...NEW_CREATOR, email: "nell@example.org", handle: "nell_1", display_name: "Nell" },
  });
  expect(response.cookies).toEqual([
    {
      name: "tessera_session",
      value: expect.stringMatching(/^[\w-]{43}$/),
      path: "/",
      httpOnly: true,
      sameSite: "Lax",
      maxAge: 90 * 24 * 60 * 60,
    },
  ]);
  expect(response.text).not.toContain(response.cookies[0]?.value);
  const cookie = `tessera_session=${response.cookies[0]?.value}`;
  const me = await site.call("GET", "/api/creators/me", undefined, { cookie });
  expect(me).toMatchObject({ status: 200, body: response.body });
});

test("binds the cookie to this host over HTTPS, with HSTS", async () => {
  const secure = await openSite({ databaseUrl: site.databaseUrl, publicUrl: "https://tessera.example" });
  const response = await secure.call("POST", "/api/auth/register", newUser());
  expect(response.cookies).toMatchObject([
    { name: "__Host-tessera_session", secure: true, httpOnly: true, sameSite: "Lax", path: "/" },
  ]);
  expect(response.cookies[0]).not.toHaveProperty("domain");
  expect(response.headers["strict-transport-security"]).toBe("max-age=31536000");
});

test("reports all errors at once, in the order of the form", async () => {
  const before = await countUsers();
  const response = await register({});
  expect(response.status).toBe(400);
  expect(response.text).toBe(
    JSON.stringify(
      inputErrors({
        email: ["fields.email", "Enter a valid email address."],
        password: ["fields.too_short", "Password must be at least 8 characters."],
        handle: ["fields.handle", "Handle must be 3 to 32 letters, numbers, hyphens or underscores."],
        displayName: ["fields.required", "Display name is required."],
      }),
    ),
  );
  expect(await countUsers()).toBe(before);
});

test("rejects a body that is not a JSON object", async () => {
  for (const body of [[], "text", 7, null].map((value) => JSON.stringify(value))) {
    const response = await site.call("POST", "/api/auth/register", body, {
      "content-type": "application/json",
    });
    expect(response).toMatchObject(rejection(400, "invalid_input"));
  }
  const broken = await site.call("POST", "/api/auth/register", "{", { "content-type": "application/json" });
  expect(broken).toMatchObject(rejection(400, "bad_request", "Malformed request."));
});

test("rejects a password of 7 characters, and keeps long ones, spaces and emoji unchanged", async () => {
  expect(await register(newUser({ password: "1234567" }))).toMatchObject(
    fieldRejection("password", "Password must be at least 8 characters."),
  );
  for (const password of ["k7#mQ2x!", " spaces count ", "🦊".repeat(10), "p".repeat(256)]) {
    const user = newUser({ password });
    expect((await register(user)).status).toBe(201);
    const login = (given: string) => site.call("POST", "/api/auth/login", { ...user, password: given });
    expect((await login(password)).status).toBe(200);
    if (password.length > 72) expect((await login(password.slice(0, 72))).status).toBe(401);
    if (password !== password.trim()) expect((await login(password.trim())).status).toBe(401);
  }
});

test("rejects a password that is too long before hashing it", async () => {
  const post = async (path: string, password: string, status: number) =>
    expect((await site.call("POST", `/api/auth/${path}`, newUser({ password }))).status).toBe(status);
  const long = "p".repeat(257);
  const times = 10;
  const rejected = await cpuTimeOf(async () => {
    for (let count = 0; count < times; count++) await post(count % 2 ? "register" : "login", long, 400);
  });
  const hashed = await cpuTimeOf(async () => {
    for (let count = 0; count < times; count++) await post("login", "not the password", 401);
  });
  expect(rejected).toBeLessThan(hashed / 2);
  for (const path of ["register", "login"]) await post(path, "p".repeat(2 * 1024 * 1024), 413);
});

test("allows one account per email, whatever its case", async () => {
  await register(newUser({ email: "a@x.io" }));
  const before = await countUsers();
  const response = await register(newUser({ email: "A@X.IO" }));
  expect(response.status).toBe(409);
  expect(response.body).toEqual(
    inputErrors(
      { email: ["accounts.email_taken", "An account with this email already exists."] },
      "accounts.email_taken",
    ),
  );
  expect(response.cookies).toEqual([]);
  expect(await countUsers()).toBe(before);
});

test("allows one page per handle in any case, and creates no account if it is taken", async () => {
  await register(newUser({ handle: "berta" }));
  const before = await countUsers();
  const user = newUser({ handle: "BERTA" });
  const response = await register(user);
  expect(response.status).toBe(409);
  expect(response.body).toEqual(
    inputErrors(
      { handle: ["creators.handle_taken", "This handle is already taken."] },
      "creators.handle_taken",
    ),
  );
  expect(await countUsers()).toBe(before);
  expect((await register({ ...user, handle: "berta-2" })).status).toBe(201);
});

test("rejects reserved handles", async () => {
  for (const handle of ["admin", "Demo", "checkout", "www", "undefined"]) {
    expect(await register(newUser({ handle })), handle).toMatchObject(
      fieldRejection("handle", "This handle is reserved."),
    );
  }
});

test("ignores role, verification and plan in a registration", async () => {
  const claims = {
    isAdmin: true,
    is_admin: true,
    plan: "creator",
    emailVerifiedAt: "2020-01-01T00:00:00Z",
    email_verified_at: "2020-01-01T00:00:00Z",
    stripeSubscriptionActive: true,
    subscriptionActive: true,
    tipsEnabled: true,
    stripeAccountId: "acct_1",
    id: 1,
    userId: "00000000-0000-0000-0000-000000000000",
    passwordHash: "x",
  };
  const response = await register(newUser(claims));
  expect(response.status).toBe(201);
  expect(response.body.creator).toMatchObject({
    is_admin: false,
    plan: "free",
    email_verified_at: null,
    stripe_subscription_active: false,
    stripe_account_id: null,
    tips_enabled: false,
  });
  expect(response.body.creator.user_id).not.toBe(claims.userId);
});

test("ignores prototype keys in a body", async () => {
  const fields = JSON.stringify(newUser()).slice(1, -1);
  for (const body of [
    `{"__proto__":{"isAdmin":true},${fields}}`,
    `{"constructor":{"prototype":{"isAdmin":true}},${fields}}`,
  ]) {
    const response = await site.call("POST", "/api/auth/register", body, {
      "content-type": "application/json",
    });
    expect([201, 400]).toContain(response.status);
    expect(response.body.creator?.is_admin ?? false).toBe(false);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  }
});

test("creates one of twelve concurrent registrations of a handle on two nodes", async () => {
  const other = await openSite({ databaseUrl: site.databaseUrl });
  const before = await countUsers();
  const responses = await concurrently(12, (index) => {
    const handle = index % 3 === 0 ? "Wanted" : "wanted";
    return (index % 2 ? site : other).call("POST", "/api/auth/register", newUser({ handle }));
  });
  expect(statusCounts(responses)).toEqual({ 201: 1, 409: 11 });
  expect(await countUsers()).toBe(before + 1);
  const orphans = "select 1 from users u where not exists (select 1 from creators c where c.user_id = u.id)";
  expect(await site.query(orphans)).toEqual([]);
});

test("creates one account and sends one email for a double registration", async () => {
  const user = newUser();
  const responses = await concurrently(5, () => register(user));
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  expect(await mailsTo(site, user.email)).toHaveLength(1);
});

test("sends no email for a rejected registration", async () => {
  await register(newUser({ handle: "chosen-before" }));
  const rejected = [newUser({ handle: "chosen-before" }), newUser({ password: "short" })];
  for (const user of rejected) {
    expect((await register(user)).status).toBeGreaterThanOrEqual(400);
    expect(await mailsTo(site, String(user.email))).toEqual([]);
  }
});

test("saves the browser's time zone and ignores an unknown one", async () => {
  const zoneOf = async (timeZone: unknown) => {
    const user = { email: `${String(timeZone).length}@example.org`, password: "correct horse battery" };
    const handle = `zone-${String(timeZone).length}`;
    const response = await site.call("POST", "/api/auth/register", {
      ...user,
      handle,
      displayName: "Anna",
      timeZone,
    });
    return [response.status, response.body.creator.time_zone];
  };
  expect(await zoneOf("Europe/Berlin")).toEqual([201, "Europe/Berlin"]);
  for (const unknown of ["Mars/Olympus", 5, "+02:00", "x".repeat(10_000)]) {
    expect(await zoneOf(unknown)).toEqual([201, "UTC"]);
  }
});
