import type { ApiKey } from "../../contract/api/api-keys.ts";
import type { Scope } from "../../contract/rules/scopes.ts";
import type { TestUser } from "./factories.ts";
import type { TestApp } from "./harness.ts";
import type { Method } from "./requests.ts";

export type TestKey = { key: ApiKey; secret: string; call: TestApp["call"] };

/** Makes an API key of a verified creator. `call` sends requests with it, and without a cookie. */
export async function makeKey(
  site: Pick<TestApp, "call">,
  user: TestUser,
  scopes: readonly Scope[],
  more: object = {},
): Promise<TestKey> {
  const response = await user.call("POST", "/api/keys", { name: "Shop", scopes, ...more });
  if (response.status !== 201) throw new Error(`no key: ${response.text}`);
  const { key, secret } = response.body;
  return {
    key,
    secret,
    call: (method: Method, path: string, payload?: unknown, headers: Record<string, string> = {}) =>
      site.call(method, path, payload, { authorization: `Bearer ${secret}`, ...headers }),
  };
}
