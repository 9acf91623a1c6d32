import { createAuthenticator } from "./authenticator.ts";
import type { TestUser } from "./factories.ts";
import { PUBLIC_URL, type TestApp } from "./harness.ts";

export type Authenticator = ReturnType<typeof createAuthenticator>;
type Call = (
  method: "POST",
  path: string,
  payload?: unknown,
  headers?: Record<string, string>,
) => ReturnType<TestApp["call"]>;

const COOKIE = "tessera_passkey";

/** Returns the options of a ceremony, and the cookie that binds them to the browser. */
async function optionsOf(call: Call, path: string, cookie = "") {
  const response = await call("POST", path, undefined, cookie ? { cookie } : {});
  if (response.status !== 200) throw new Error(`no options: ${response.text}`);
  const token = response.cookies.find(({ name }) => name === COOKIE)?.value ?? "";
  return { options: response.body.options, cookie: `${COOKIE}=${token}`, response };
}

/** Starts a sign-in in a browser, by default one without cookies. */
export const startPasskeySignIn = (site: TestApp, cookie?: string) =>
  optionsOf(site.call, "/api/auth/passkey/options", cookie);

export const startPasskeyCreation = (user: TestUser) => optionsOf(user.call, "/api/account/passkeys/options");
export const startPasskeyConfirmation = (user: TestUser) =>
  optionsOf(user.call, "/api/account/confirm/passkey");

/** Adds a passkey of a user in a new authenticator, which is bound to its device unless `isSynced`. */
export async function addPasskey(user: TestUser, given: { isSynced?: boolean; name?: string } = {}) {
  const { name, ...kind } = given;
  const authenticator = createAuthenticator({ origin: PUBLIC_URL, ...kind });
  const { options, cookie } = await startPasskeyCreation(user);
  const body = { ...(name ? { name } : {}), response: authenticator.create(options) };
  const response = await user.call("POST", "/api/account/passkeys", body, { cookie });
  if (response.status !== 201) throw new Error(`no passkey: ${response.text}`);
  return { authenticator, passkey: response.body.passkey };
}

type Changes = Parameters<Authenticator["get"]>[1];

/** Signs in with a passkey, or with a changed response. */
export async function signInWithPasskey(site: TestApp, authenticator: Authenticator, changes?: Changes) {
  const { options, cookie } = await startPasskeySignIn(site);
  const body = { response: authenticator.get(options, changes) };
  const send = (at: TestApp = site) => at.call("POST", "/api/auth/passkey/verify", body, { cookie });
  return { body, cookie, send, response: await send() };
}
