import { describe, expect, test } from "vitest";
import type { Signup } from "../../../contract/api/storefront.ts";
import { TestBrowser } from "../../testing/browser.ts";
import { concurrently } from "../../testing/concurrently.ts";
import { mailedLink, signUpAdmin } from "../../testing/factories.ts";
import { PUBLIC_URL, type TestApp, type TestOptions } from "../../testing/harness.ts";
import { testProvider } from "../../testing/test-open-id.ts";
import { openSite } from "../../testing/test-site.ts";

const start = (signup: Signup, options: TestOptions = {}) => openSite({ ...options, settings: { signup } });

let count = 0;
const register = (app: TestApp) => {
  count += 1;
  const user = { email: `new${count}@example.org`, handle: `new-${count}`, displayName: "New" };
  return app.call("POST", "/api/auth/register", { ...user, password: "correct horse battery" });
};
const signupOf = async (app: TestApp) => (await app.call("GET", "/api/public/config")).body.signup;
const invite = { email: "invited@example.org", handle: "invited", displayName: "Invited" };

test.for(["invite", "closed"] as const)("admits only the first account with SIGNUP=%s", async (signup) => {
  const site = await start(signup);
  await site.query("insert into users (email) values ('demo@demo.invalid')");
  expect(await signupOf(site)).toBe("open");
  expect((await register(site)).status).toBe(201);
  expect(await signupOf(site)).toBe(signup);
  expect(await register(site)).toMatchObject({
    status: 403,
    cookies: [],
    body: { error: "This site does not accept new accounts.", code: "accounts.signup_closed" },
  });
});

test("creates one of many first accounts that register at once on two nodes", async () => {
  const site = await start("closed");
  const other = await start("closed", { databaseUrl: site.databaseUrl });
  const responses = await concurrently(8, (index) => register(index % 2 ? site : other));
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(403)]);
});

test("creates an account by an administrator's invitation with SIGNUP=invite, but not with SIGNUP=closed", async () => {
  const site = await start("open");
  const admin = await signUpAdmin(site);
  const byInvitation = await start("invite", { databaseUrl: site.databaseUrl });
  const closed = await start("closed", { databaseUrl: site.databaseUrl });
  const withAdmin = (app: TestApp) => app.call("POST", "/api/admin/users", invite, { cookie: admin.cookie });
  expect(await withAdmin(closed)).toMatchObject({ status: 403, body: { code: "accounts.signup_closed" } });
  expect((await withAdmin(byInvitation)).status).toBe(201);
  const { token } = await mailedLink(byInvitation, invite.email, "invitation");
  const body = { token, password: "chosen by the invited user" };
  expect((await byInvitation.call("POST", "/api/auth/reset-password", body)).status).toBe(204);
});

describe("with an identity provider", () => {
  const provider = testProvider();

  test("creates no account for an unknown user, and signs in an existing one", async () => {
    const site = await start("invite", { openId: provider.connect() });
    const anna = await site.signUp();
    const signInAs = async (sub: string, email: string) => {
      provider.signInAs({ sub, email, email_verified: true, name: "Sam" });
      const browser = new TestBrowser(site, PUBLIC_URL);
      return { location: await browser.signInElsewhere(), session: browser.cookies.get("tessera_session") };
    };
    expect(await signInAs("unknown", "unknown@example.org")).toEqual({
      location: "/auth?error=google_signup_closed",
      session: undefined,
    });
    expect(await site.query("select 1 from users")).toHaveLength(1);
    expect((await signInAs("anna", anna.email)).location).toBe("/dashboard");
  });
});
