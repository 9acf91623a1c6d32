import { expect, test } from "vitest";
import { TestBrowser } from "../../../testing/browser.ts";
import { PUBLIC_URL } from "../../../testing/harness.ts";
import { testProvider } from "../../../testing/test-open-id.ts";
import { testSite } from "../../../testing/test-site.ts";

const provider = testProvider();
const site = testSite(() => ({ openId: provider.connect() }));
const GIL = { sub: "g-1", email: "gil@example.org", email_verified: true, name: "Gil" };
const SUCCESS = "/auth/confirmed?status=success";
const FAILED = "/auth/confirmed?status=failed";

const confirmedOf = async () =>
  (
    await site.sql`select coalesce(bool_or(confirmed_at > now() - interval '1 minute'), false) as confirmed,
      count(*)::int as sessions from sessions`
  )[0];

/** Signs Gil in and makes the authentication old. */
async function signedIn() {
  await site.sql`delete from sessions`;
  provider.signInAs(GIL);
  const browser = new TestBrowser(site, PUBLIC_URL);
  await browser.signInElsewhere();
  await site.sql`update sessions set confirmed_at = now() - interval '11 minutes'`;
  return browser;
}

/** Starts a confirmation in a browser. Returns the provider's URL. */
const start = async (browser: TestBrowser) =>
  new URL((await browser.open("/api/auth/google?confirm=1")).location ?? "missing:");

test("confirms the session by a new sign-in at the provider, without another session", async () => {
  const browser = await signedIn();
  expect((await browser.open("/api/account/confirm")).body).toEqual({ ways: ["google"], confirmed: false });
  const leave = await start(browser);
  expect(Object.fromEntries(leave.searchParams)).toMatchObject({ prompt: "login", max_age: "0" });
  const callback = await browser.passProvider(leave);
  expect((await browser.open(callback)).location).toBe(SUCCESS);
  expect(await confirmedOf()).toEqual({ confirmed: true, sessions: 1 });
});

test("confirms nothing for another user of the provider, and records it in the history", async () => {
  const browser = await signedIn();
  const leave = await start(browser);
  provider.signInAs({ ...GIL, sub: "g-2", email: "other@example.org" });
  expect((await browser.open(await browser.passProvider(leave))).location).toBe(FAILED);
  expect(await confirmedOf()).toEqual({ confirmed: false, sessions: 1 });
  const rows = await site.sql`select method, outcome from sign_ins order by id desc limit 1`;
  expect(rows).toEqual([{ method: "google", outcome: "confirmation_failed" }]);
});

test("confirms only the session that requested it", async () => {
  const browser = await signedIn();
  const callback = await browser.passProvider(await start(browser));
  await site.sql`update sessions set id = gen_random_uuid()`;
  expect((await browser.open(callback)).location).toBe(FAILED);
  expect(await confirmedOf()).toEqual({ confirmed: false, sessions: 1 });
});

test("starts no confirmation in a signed-out browser", async () => {
  const browser = new TestBrowser(site, PUBLIC_URL);
  expect((await browser.open("/api/auth/google?confirm=1")).location).toBe(FAILED);
});
