import * as client from "openid-client";
import { type OpenId, OpenIdAway, OpenIdRefused } from "../port.ts";

/** A callback sends at most four requests (discovery, token, keys, user info), which together take less than the request timeout. */
const QUESTION_SECONDS = 2;

/** Creates an OpenID Connect client, configured by discovery from `issuer`. */
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
        // The ID token's signature is verified with the provider's keys, in addition to the TLS connection.
        execute: [client.enableNonRepudiationChecks, ...(insecure ? [client.allowInsecureRequests] : [])],
      });
    } catch (error) {
      // A failed discovery is retried on the next use.
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
      // The redirect URL that was sent to the provider is used, whatever proxies change.
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
  // Google includes these claims in the ID token; other providers return them from the user info endpoint.
  const asks = identity.email === undefined && provider.serverMetadata().userinfo_endpoint !== undefined;
  const claims = asks ? await client.fetchUserInfo(provider, tokens.access_token, identity.sub) : identity;
  return {
    subject: identity.sub,
    email: typeof claims.email === "string" ? claims.email : null,
    emailVerified: claims.email_verified === true,
    name: typeof claims.name === "string" ? claims.name : null,
  };
}

/** Returns true when the provider sent no response or a server error. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof TypeError && error.message === "fetch failed") return true;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (code === "OAUTH_TIMEOUT") return true;
  return cause instanceof Response && cause.status >= 500;
}

/** Returns a message for the log, without codes and claims. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return error.message + cause;
}
