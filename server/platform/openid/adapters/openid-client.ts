import * as client from "openid-client";
import { readText, requireBoundedJson } from "../../json.ts";
import { hasGroupClaims, type OwnProvider, toProfile } from "../claims.ts";
import { type OpenId, type OpenIdProfile, OpenIdRejected, OpenIdUnavailable } from "../port.ts";

/** The timeout of one request to the provider. A callback sends at most four (discovery, token, keys, user info), which must fit into the server's own request timeout. */
const PROVIDER_TIMEOUT_SECONDS = 2;

/** Creates an OpenID Connect client, configured by discovery from `issuer`. */
export function openIdClient(options: {
  issuer: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  /** Requests the user's groups, which some providers send only on request. */
  readsGroups?: boolean;
  /** Set for the operator's own provider. */
  own?: OwnProvider;
  /** For tests. */
  requestTimeoutSeconds?: number;
}): OpenId {
  const issuer = new URL(options.issuer);
  const insecure = issuer.protocol === "http:";
  // Google knows neither `max_age` nor `auth_time`, but lets the user choose the account again.
  const hasAuthTime = issuer.hostname !== "accounts.google.com";
  const askAgain: Record<string, string> = hasAuthTime
    ? { prompt: "login", max_age: "0" }
    : { prompt: "select_account" };
  let discovered: Promise<client.Configuration> | undefined;

  const discover = async () => {
    try {
      return await client.discovery(issuer, options.clientId, options.clientSecret, undefined, {
        timeout: options.requestTimeoutSeconds ?? PROVIDER_TIMEOUT_SECONDS,
        [client.customFetch]: fetchBounded,
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
    hasAuthTime,

    async authorizationUrl({ state, nonce, codeVerifier }, { again = false } = {}) {
      const provider = await configuration();
      // Providers reject a sign-in with a scope that they do not know.
      const hasGroups = provider.serverMetadata().scopes_supported?.includes("groups") ?? false;
      const url = client.buildAuthorizationUrl(provider, {
        redirect_uri: options.redirectUri,
        scope: `openid email profile${options.readsGroups && hasGroups ? " groups" : ""}`,
        ...(again ? askAgain : {}),
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: "S256",
      });
      return url.href;
    },

    async finish(callback, secrets) {
      const provider = await configuration();
      // Uses the redirect URL that was sent to the provider, because proxies may change the URL of the callback.
      const current = new URL(options.redirectUri);
      current.search = callback.search;
      try {
        return await readProfile(provider, current, {
          ...secrets,
          readsGroups: options.readsGroups ?? false,
          own: options.own,
        });
      } catch (error) {
        throw isUnavailable(error)
          ? new OpenIdUnavailable(errorMessage(error))
          : new OpenIdRejected(errorMessage(error));
      }
    },

    async listClaims() {
      return (await configuration()).serverMetadata().claims_supported;
    },
  };
}

/** Limits the size and depth of the provider's responses, because the library parses them without limits. */
const fetchBounded: client.CustomFetch = async (url, request) => {
  const response = await fetch(url, request as RequestInit);
  const text = await readText(response);
  if (/json/.test(response.headers.get("content-type") ?? "")) requireBoundedJson(text);
  const { status, statusText, headers } = response;
  return new Response(text === "" ? null : text, { status, statusText, headers });
};

async function readProfile(
  provider: client.Configuration,
  current: URL,
  {
    state,
    nonce,
    codeVerifier,
    readsGroups,
    own,
  }: Parameters<OpenId["finish"]>[1] & { readsGroups: boolean; own: OwnProvider | undefined },
): Promise<OpenIdProfile> {
  const tokens = await client.authorizationCodeGrant(provider, current, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  });
  const identity = tokens.claims();
  if (!identity) throw new Error("the provider sent no ID token");
  // Google includes these claims in the ID token. Other providers return them from the user info endpoint.
  const isIncomplete = identity.email === undefined || (readsGroups && !hasGroupClaims(identity));
  const needsUserInfo = isIncomplete && provider.serverMetadata().userinfo_endpoint !== undefined;
  const userInfo = needsUserInfo
    ? await client.fetchUserInfo(provider, tokens.access_token, identity.sub)
    : {};
  return toProfile(identity, userInfo, own);
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
