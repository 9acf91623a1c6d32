import * as client from "openid-client";
import { type OpenId, OpenIdRejected, OpenIdUnavailable } from "../port.ts";

/** A callback sends at most four requests (discovery, token, keys, user info), which together take less than the request timeout. */
const REQUEST_TIMEOUT_SECONDS = 2;

/** Creates an OpenID Connect client, configured by discovery from `issuer`. */
export function openIdClient(options: {
  issuer: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  /** For tests. */
  requestTimeoutSeconds?: number;
}): OpenId {
  const issuer = new URL(options.issuer);
  const insecure = issuer.protocol === "http:";
  let discovered: Promise<client.Configuration> | undefined;

  const discover = async () => {
    try {
      return await client.discovery(issuer, options.clientId, options.clientSecret, undefined, {
        timeout: options.requestTimeoutSeconds ?? REQUEST_TIMEOUT_SECONDS,
        // The ID token's signature is verified with the provider's keys, in addition to the TLS connection.
        execute: [client.enableNonRepudiationChecks, ...(insecure ? [client.allowInsecureRequests] : [])],
      });
    } catch (error) {
      // A failed discovery is retried on the next use.
      discovered = undefined;
      throw new OpenIdUnavailable(errorMessage(error));
    }
  };
  const configuration = () => {
    discovered ??= discover();
    return discovered;
  };

  return {
    async authorizationUrl({ state, nonce, codeVerifier }, { again = false } = {}) {
      const url = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: options.redirectUri,
        scope: "openid email profile",
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: "S256",
        // Google knows only the choice of an account, other providers ask for the password.
        ...(again && { prompt: "select_account", max_age: "0" }),
      });
      return url.href;
    },

    async finish(callback, secrets) {
      const provider = await configuration();
      // The redirect URL that was sent to the provider is used, whatever proxies change.
      const current = new URL(options.redirectUri);
      current.search = callback.search;
      try {
        return await readProfile(provider, current, secrets);
      } catch (error) {
        throw isUnavailable(error)
          ? new OpenIdUnavailable(errorMessage(error))
          : new OpenIdRejected(errorMessage(error));
      }
    },
  };
}

async function readProfile(
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
  const needsUserInfo =
    identity.email === undefined && provider.serverMetadata().userinfo_endpoint !== undefined;
  const claims = needsUserInfo
    ? await client.fetchUserInfo(provider, tokens.access_token, identity.sub)
    : identity;
  return {
    subject: identity.sub,
    email: typeof claims.email === "string" ? claims.email : null,
    emailVerified: claims.email_verified === true,
    name: typeof claims.name === "string" ? claims.name : null,
    authenticatedAt: typeof identity.auth_time === "number" ? new Date(identity.auth_time * 1000) : null,
  };
}

/** Returns true when the provider sent no response or a server error. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof TypeError && error.message === "fetch failed") return true;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  if (code === "OAUTH_TIMEOUT") return true;
  return cause instanceof Response && cause.status >= 500;
}

/** Returns a message for the log, without codes and claims. */
function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return error.message + cause;
}
