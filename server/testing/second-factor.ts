import { generateSync } from "otplib";
import { signUpVerified, type TestUser } from "./factories.ts";
import type { TestApp } from "./harness.ts";

/** Returns an app's code now, or some steps of 30 seconds later. Uses another library than the product. */
export const codeOf = (secret: string, steps = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });

/** Lets a user's last code work again, as if its 30 seconds were over. */
export const awaitNextCode = (site: TestApp, user: TestUser) =>
  site.sql`update second_factors set last_step = 0 where user_id = ${user.creator.user_id}`;

/** Turns a user's second factor on. */
export async function enableSecondFactor(site: TestApp, user: TestUser) {
  const started = await user.call("POST", "/api/account/totp");
  if (started.status !== 201) throw new Error(`no set-up: ${started.text}`);
  const { secret } = started.body.setUp;
  const enabled = await user.call("POST", "/api/account/totp/enable", { code: codeOf(secret) });
  if (enabled.status !== 200) throw new Error(`not enabled: ${enabled.text}`);
  await awaitNextCode(site, user);
  return { secret: String(secret), recoveryCodes: enabled.body.recoveryCodes as string[] };
}

/** Registers a user with a verified email whose second factor is on. */
export async function signUpProtected(site: TestApp) {
  const user = await signUpVerified(site);
  return { user, ...(await enableSecondFactor(site, user)) };
}

const PENDING = "tessera_second_factor";

/**
 * Signs in with the password of a user whose second factor is on. Returns the state of the browser
 * afterwards.
 */
export async function signInToCode(site: TestApp, user: TestUser, headers?: Record<string, string>) {
  const { email, password } = user;
  const response = await site.call("POST", "/api/auth/login", { email, password }, headers);
  const pending = response.cookies.find(({ name }) => name === PENDING)?.value;
  const cookie = `${PENDING}=${pending}`;
  const enter = (code: string, at: TestApp = site, more?: Record<string, string>) =>
    at.call("POST", "/api/auth/second-factor", { code }, { ...more, cookie });
  return { response, cookie, enter };
}
