import { afterAll, beforeAll } from "vitest";
import { SIGN_IN_PROVIDERS, type SignInProvider } from "../../contract/rules/sign-in-providers.ts";
import { openIdClient } from "../platform/openid/adapters/openid-client.ts";
import { PUBLIC_URL } from "./harness.ts";
import { type OpenIdServer, startOpenIdServer } from "./openid-server.ts";

const client = { clientId: "tessera", clientSecret: "what only the two know, long enough" };
const redirectUriOf = (provider: SignInProvider) => `${PUBLIC_URL}/api/auth/${provider}/callback`;
type ClientOptions = Partial<Parameters<typeof openIdClient>[0]>;

/**
 * Starts an identity provider before the tests of a file, and stops it after them. Call it before `testSite`,
 * whose options need its client: `testSite(() => ({ openId: provider.connect() }))`.
 */
export function testProvider(options: { claimsInToken?: boolean } = {}) {
  const provider = {} as OpenIdServer;
  let stop: OpenIdServer["stop"] | undefined;
  beforeAll(async () => {
    const started = await startOpenIdServer({
      ...client,
      redirectUris: SIGN_IN_PROVIDERS.map(redirectUriOf),
      ...options,
    });
    stop = started.stop;
    Object.assign(provider, started);
  });
  afterAll(() => stop?.());
  const connect = (given: ClientOptions = {}) =>
    openIdClient({ ...client, redirectUri: redirectUriOf("google"), issuer: provider.issuer, ...given });
  /** Returns a client of it as the operator's own provider. */
  const connectOidc = (given: ClientOptions = {}) =>
    connect({ redirectUri: redirectUriOf("oidc"), own: { vouchesForEmails: false }, ...given });
  return Object.assign(provider, { connect, connectOidc });
}
