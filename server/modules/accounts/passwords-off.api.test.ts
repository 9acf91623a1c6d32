import { expect, test } from "vitest";
import { runAdmin } from "../../../scripts/admin/command.ts";
import { TestBrowser } from "../../testing/browser.ts";
import { ageProof, askForReset, mailsTo } from "../../testing/factories.ts";
import { PUBLIC_URL } from "../../testing/harness.ts";
import { testProvider } from "../../testing/test-open-id.ts";
import { openSite, testSite, testUser } from "../../testing/test-site.ts";
import { createOperatorLink } from "./operator-links.ts";

const provider = testProvider();
const before = testSite();
const site = testSite(() => ({
  databaseUrl: before.databaseUrl,
  oidc: provider.connectOidc(),
  settings: { passwordLogin: false, oidcName: "Example Inc" },
}));
const anna = testUser(before, { verified: true, admin: true });
const refused = {
  status: 403,
  body: { code: "accounts.passwords_off", error: "This site has no passwords. Sign in with its provider." },
};

test("lets no user register, sign in or set a password", async () => {
  const token = await askForReset(before, anna.email);
  const password = "a long enough password";
  const register = { email: "new@example.org", password, handle: "new-one", displayName: "New" };
  for (const [path, body] of [
    ["register", register],
    ["login", { email: anna.email, password: anna.password }],
    ["forgot-password", { email: anna.email }],
    ["reset-password", { token, password }],
  ] as const) {
    const response = await site.call("POST", `/api/auth/${path}`, body);
    expect(response, path).toMatchObject(refused);
    expect(response.cookies, path).toEqual([]);
  }
  const reset = `/api/admin/users/${anna.creator.user_id}/reset-password`;
  expect(await site.call("POST", reset, undefined, { cookie: anna.cookie })).toMatchObject(refused);
  expect(await mailsTo(site, anna.email, "reset-password")).toEqual([]);
});

test("lets no password confirm an identity", async () => {
  await ageProof(before, anna);
  const { cookie, password } = anna;
  const ways = await site.call("GET", "/api/account/confirm", undefined, { cookie });
  expect(ways.body).toEqual({ ways: [], confirmed: false });
  expect(await site.call("POST", "/api/account/confirm", { password }, { cookie })).toMatchObject(refused);
  await before.sql`update sessions set confirmed_at = now()`;
});

test("signs an invited user in with the provider, as the invitation says", async () => {
  const invited = { email: "ines@example.org", handle: "ines", displayName: "Ines" };
  expect((await site.call("POST", "/api/admin/users", invited, { cookie: anna.cookie })).status).toBe(201);
  const [mail] = await mailsTo(site, invited.email, "invitation");
  expect(JSON.parse(mail?.html ?? "")).toMatchObject({ signInWith: "Example Inc" });
  expect(mail?.mainLink).toBe(`${PUBLIC_URL}/auth`);
  provider.signInAs({ sub: "ines", email: invited.email, email_verified: true });
  const browser = new TestBrowser(site, PUBLIC_URL);
  expect(await browser.signInElsewhere(undefined, "oidc")).toBe("/dashboard");
  expect(await browser.whoAmI()).toMatchObject({ handle: "ines" });
});

test("signs the first account in with the provider, although sign-up is closed", async () => {
  const empty = await openSite({
    oidc: provider.connectOidc(),
    settings: { passwordLogin: false, signup: "closed", adminEmail: "first@example.org" },
  });
  provider.signInAs({ sub: "first", email: "first@example.org", email_verified: true });
  const browser = new TestBrowser(empty, PUBLIC_URL);
  expect(await browser.signInElsewhere(undefined, "oidc")).toBe("/auth/complete");
  expect(await browser.whoAmI()).toMatchObject({ is_admin: true });
});

test("signs in once by the operator's link, within 15 minutes and unless a newer one replaced it", async () => {
  const print = async () =>
    (await createOperatorLink(site.db, { email: anna.email, publicUrl: PUBLIC_URL })) ?? "";
  const pathOf = (link: string) => link.slice(PUBLIC_URL.length);
  const open = async (link: string) => {
    const browser = new TestBrowser(site, PUBLIC_URL);
    const { location } = await browser.open(pathOf(link));
    return { location, user: await browser.whoAmI() };
  };
  const [replaced, link] = [await print(), await print()];
  const expired = { location: "/auth?error=link_expired", user: undefined };
  expect(await open(replaced)).toEqual(expired);
  await site.call("HEAD" as "GET", pathOf(link));
  const both = await Promise.all([open(link), open(link)]);
  expect(both.map(({ location }) => location).toSorted()).toEqual([expired.location, "/dashboard"]);
  expect(both.find(({ user }) => user)?.user).toMatchObject({ email: anna.email });
  const late = await print();
  await site.query("update one_time_tokens set expires_at = now() where purpose = 'sign-in'");
  expect(await open(late)).toEqual(expired);
  expect(await open(`${PUBLIC_URL}/api/auth/link?token=guess`)).toEqual(expired);
  expect(await open(`${PUBLIC_URL}/api/auth/link`)).toEqual(expired);
  // Links for other purposes do not sign in.
  const reset = await askForReset(before, anna.email);
  expect(await open(`${PUBLIC_URL}/api/auth/link?token=${reset}`)).toEqual(expired);
});

test("prints a sign-in link with npm run admin -- sign-in", async () => {
  const env = {
    DATABASE_URL: before.databaseUrl,
    APP_SECRET: "x".repeat(32),
    PUBLIC_URL: "https://t.example",
  };
  const printed = await runAdmin(["sign-in", anna.email.toUpperCase()], env);
  expect(printed.ok).toBe(true);
  const [link = ""] = printed.text.split("\n");
  expect(link).toMatch(/^https:\/\/t\.example\/api\/auth\/link\?token=[\w-]{43}$/);
  const response = await site.call("GET", link.slice("https://t.example".length));
  expect(response.headers.location).toBe("/dashboard");
  expect(await runAdmin(["sign-in", "nobody@example.org"], env)).toMatchObject({ ok: false });
});
