import * as client from "openid-client";
import { type OpenId, OpenIdAway, OpenIdRefused } from "../port.ts";

/** Coming back takes four questions at most (discovery, token, keys, user info), which together end before any call is answered for taking too long. */
const QUESTION_SECONDS = 2;

/** OpenID Connect by discovery: `issuer` names everything else. */
export function openIdClient(options: {
  issuer: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  /** For tests. */
  questionSeconds?: number;
}): OpenId {
  const issuer = new URL(options.issuer);
  const insecure = issuer.protocol === "http:";
  let discovered: Promise<client.Configuration> | undefined;

  const discover = async () => {
    try {
      return await client.discovery(issuer, options.clientId, options.clientSecret, undefined, {
        timeout: options.questionSeconds ?? QUESTION_SECONDS,
        // The ID token's signature is checked against the provider's keys, and not only the TLS connection it came by.
        execute: [client.enableNonRepudiationChecks, ...(insecure ? [client.allowInsecureRequests] : [])],
      });
    } catch (error) {
      // A provider that was away is asked again next time.
      discovered = undefined;
      throw new OpenIdAway(wordsOf(error));
    }
  };
  const configuration = () => {
    discovered ??= discover();
    return discovered;
  };

  return {
    async authorizationUrl({ state, nonce, codeVerifier }) {
      const url = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: options.redirectUri,
        scope: "openid email profile",
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: "S256",
      });
      return url.href;
    },

    async finish(callback, secrets) {
      const provider = await configuration();
      // The address the provider was told counts, whatever proxies stand between.
      const current = new URL(options.redirectUri);
      current.search = callback.search;
      try {
        return await readPerson(provider, current, secrets);
      } catch (error) {
        throw isAway(error) ? new OpenIdAway(wordsOf(error)) : new OpenIdRefused(wordsOf(error));
      }
    },
  };
}

async function readPerson(
  provider: client.Configuration,
  current: URL,
  { state, nonce, codeVerifier }: Parameters<OpenId["finish"]>[1],
) {
  const tokens = await client.authorizationCodeGrant(provider, current, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  });
  const identity = tokens.claims();
  if (!identity) throw new Error("the provider sent no identity");
  // Google puts all of it into the token; others keep it for who asks.
  const asks = identity.email === undefined && provider.serverMetadata().userinfo_endpoint !== undefined;
  const claims = asks ? await client.fetchUserInfo(provider, tokens.access_token, identity.sub) : identity;
  return {
    subject: identity.sub,
    email: typeof claims.email === "string" ? claims.email : null,
    emailVerified: claims.email_verified === true,
    name: typeof claims.name === "string" ? claims.name : null,
  };
}

/** True for no answer and for an answer of a provider that is out of order. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof TypeError && error.message === "fetch failed") return true;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (code === "OAUTH_TIMEOUT") return true;
  return cause instanceof Response && cause.status >= 500;
}

/** What went wrong, for the log: neither codes nor claims. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return error.message + cause;
}
