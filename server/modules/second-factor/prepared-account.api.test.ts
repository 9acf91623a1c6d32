import { expect, test } from "vitest";
import { TestBrowser } from "../../testing/browser.ts";
import { askForReset, mailedLink } from "../../testing/factories.ts";
import { PUBLIC_URL } from "../../testing/harness.ts";
import { addPasskey, signInWithPasskey } from "../../testing/passkeys.ts";
import { codeOf, enableSecondFactor, signInToCode } from "../../testing/second-factor.ts";
import { testProvider } from "../../testing/test-open-id.ts";
import { testSite } from "../../testing/test-site.ts";

const provider = testProvider();
const site = testSite(() => ({ openId: provider.connect() }));

/** Creates an account with another person's email, as an attacker would. */
async function prepare() {
  const email = `${Math.random().toString(36).slice(2)}@example.org`;
  const prepared = await site.signUp({ email });
  const { secret } = await enableSecondFactor(site, prepared);
  return { email, prepared, authenticator: (await addPasskey(prepared)).authenticator, secret };
}

/** Signs in at the provider in a new browser. */
async function signInElsewhere(email: string, amr?: string[]) {
  provider.signInAs({ sub: email, email, email_verified: true, name: "Owner", ...(amr && { amr }) });
  const browser = new TestBrowser(site, PUBLIC_URL);
  return { browser, location: await browser.signInElsewhere() };
}

test("signs the owner in by a reset link and ends everything that the stranger prepared", async () => {
  const { email, authenticator } = await prepare();
  const token = await askForReset(site, email);
  const password = "an entirely new password";
  expect((await site.call("POST", "/api/auth/reset-password", { token, password })).status).toBe(204);
  expect((await site.call("POST", "/api/auth/login", { email, password })).status).toBe(200);
  expect((await signInWithPasskey(site, authenticator)).response.status).toBe(401);
});

test("signs the owner in by a provider that verified the email, and ends everything that the stranger prepared", async () => {
  const { email, authenticator } = await prepare();
  const { browser, location } = await signInElsewhere(email);
  expect(location).toBe("/dashboard");
  expect(await browser.whoAmI()).toMatchObject({ email });
  expect((await signInWithPasskey(site, authenticator)).response.status).toBe(401);
});

test("asks for the code unless the provider asserts a second factor", async () => {
  const { email, prepared } = await prepare();
  const userId = prepared.creator.user_id;
  await site.sql`update users set email_verified_at = now(), email_proven_at = now() where id = ${userId}`;
  const response = await signInElsewhere(email, ["pwd"]);
  expect(response.location).toBe("/auth/code?redirect=%2Fdashboard");
  expect(await response.browser.whoAmI()).toBeUndefined();
  const asserted = await signInElsewhere(email, ["pwd", "otp"]);
  expect(asserted.location).toBe("/dashboard");
  expect(await asserted.browser.whoAmI()).toMatchObject({ email });
  const [last] =
    await site.sql`select second_factor from sign_ins where user_id = ${userId} order by id desc limit 1`;
  expect(last.second_factor).toBe("provider");
});

test("keeps passkeys and the second factor when a link is opened elsewhere, but not after a new password by email", async () => {
  const { email, prepared, authenticator, secret } = await prepare();
  const waiting = await signInToCode(site, prepared);
  const { path } = await mailedLink(site, email, "verify-email");
  await new TestBrowser(site, PUBLIC_URL).open(path);
  expect((await signInWithPasskey(site, authenticator)).response.status).toBe(200);
  expect((await waiting.enter(codeOf(secret))).status).toBe(200);
  const token = await askForReset(site, email);
  const reset = { token, password: "an entirely new password" };
  expect((await site.call("POST", "/api/auth/reset-password", reset)).status).toBe(204);
  expect((await signInWithPasskey(site, authenticator)).response.status).toBe(401);
});
