import { beforeAll, expect, test, vi } from "vitest";
import { TestBrowser } from "../../testing/browser.ts";
import { UNTIL_HANG } from "../../testing/deadlines.ts";
import { dump, spellingsOf } from "../../testing/dump.ts";
import { mailedLink, mailsTo } from "../../testing/factories.ts";
import { PUBLIC_URL } from "../../testing/harness.ts";
import { testProvider } from "../../testing/test-open-id.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const ADDRESS = "198.51.100.77";
const UNKNOWN = "nobody-at-all@example.org";
const NEW_PASSWORD = "a password that was chosen later";
const headers = { "x-forwarded-for": ADDRESS };

const provider = testProvider();
const site = testSite(() => ({
  jobs: "database",
  limits: "database",
  trustProxy: ["127.0.0.1"],
  openId: provider.connect(),
}));
const anna = testUser(site);
const secrets: Record<string, string> = {};

/** Creates each kind of secret once, with jobs and limits in the database as in the product. */
beforeAll(async () => {
  const post = (path: string, body: object, cookie = "") =>
    site.call("POST", path, body, { ...headers, ...(cookie ? { cookie } : {}) });
  const result = (to: string, mail: "verify-email" | "reset-password" | "password-changed", count = 1) =>
    vi.waitFor(async () => expect(await mailsTo(site, to, mail)).toHaveLength(count), UNTIL_HANG);

  await result(anna.email, "verify-email");
  secrets["first verification"] = (await mailedLink(site, anna.email, "verify-email")).token;
  await post("/api/auth/verify/resend", {}, anna.cookie);
  await post("/api/auth/forgot-password", { email: anna.email });
  await post("/api/auth/forgot-password", { email: UNKNOWN });
  await result(anna.email, "verify-email", 2);
  await result(anna.email, "reset-password");
  secrets["second verification"] = (await mailedLink(site, anna.email, "verify-email")).token;
  secrets.reset = (await mailedLink(site, anna.email, "reset-password")).token;
  await site.call("GET", `/api/auth/verify?token=${secrets["second verification"]}`, undefined, headers);
  await site.call("GET", `/auth/reset?token=${secrets.reset}`, undefined, headers);
  const reset = await post("/api/auth/reset-password", { token: secrets.reset, password: NEW_PASSWORD });
  secrets["session of the reset"] = String(reset.cookies[0]?.value);
  secrets["first session"] = anna.session;
  await post("/api/auth/login", { email: anna.email, password: "a wrong one" });
  await result(anna.email, "password-changed");

  provider.signInAs({ sub: "g-secret", email: "gil@example.org", email_verified: true, name: "Gil" });
  const browser = new TestBrowser(site, PUBLIC_URL);
  const callback = await browser.passProvider(await browser.leave());
  secrets.code = new URL(callback, PUBLIC_URL).searchParams.get("code") ?? "";
  await browser.open(callback, { headers });
  secrets["session of Google"] = browser.cookies.get("tessera_session") ?? "";
  const pending = new TestBrowser(site, PUBLIC_URL);
  const { searchParams } = await pending.leave();
  secrets["cookie of the way"] = pending.cookies.get("tessera_sign_in") ?? "";
  secrets.nonce = searchParams.get("nonce") ?? "";
  secrets.state = searchParams.get("state")?.split(".")[1] ?? "";
  secrets.password = anna.password;
  secrets["new password"] = NEW_PASSWORD;
});

test("stores no secret of an account in any readable form, not even in jobs", async () => {
  const text = await dump(site, ["public", "pgboss"]);
  expect(text).toContain("mail.deliver");
  expect(text).toContain("accounts.forgot-password");
  for (const [what, secret] of Object.entries(secrets)) {
    expect(secret.length, what).toBeGreaterThan(16);
    for (const form of spellingsOf(secret)) expect(text.includes(form), what).toBe(false);
  }
  for (const what of ["reset", "first verification", "second verification", "session of the reset"]) {
    expect(text.includes(site.tokens.hash(secrets[what] ?? "").toString("hex")), `${what} by its hash`).toBe(
      true,
    );
  }
});

test("stores no IP of a visitor", async () => {
  const text = await dump(site, ["public", "pgboss"]);
  expect(text).not.toContain(ADDRESS);
  expect(text).not.toContain("127.0.0.1");
});

test("stores emails only in the users' table and jobs, not in limits, links or attempts", async () => {
  for (const table of [
    "rate_limits",
    "one_time_tokens",
    "sign_in_attempts",
    "sessions",
    "identities",
    "creators",
  ]) {
    expect(await dump(site, ["public"], table), table).not.toContain("@example.org");
  }
  expect(await dump(site, ["public"])).not.toContain(UNKNOWN);
});

test("logs no secret, email or IP", () => {
  const log = site.logLines.join("");
  expect(log).toContain("/api/auth/verify");
  for (const [what, secret] of Object.entries(secrets)) expect(log.includes(secret), what).toBe(false);
  for (const address of [anna.email, UNKNOWN, "gil@example.org", ADDRESS]) expect(log).not.toContain(address);
});
