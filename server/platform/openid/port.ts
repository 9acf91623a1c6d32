import type { SignInProvider } from "../../../contract/rules/sign-in-providers.ts";

/** The user as the provider describes it. */
export type OpenIdProfile = {
  /** The provider, within which subjects are unique. */
  issuer: string;
  subject: string;
  email: string | null;
  /** Null if the provider does not say. */
  emailVerified: boolean | null;
  name: string | null;
  /** The user's groups and roles at the provider. */
  groups: readonly string[];
  /** False if the provider left some out, because the user has too many. */
  hasAllGroups: boolean;
  authentication: Authentication;
};

/** How the user authenticated with the provider, as far as the provider reports it. */
export type Authentication = {
  /** The time of the authentication. Providers may omit it unless the sign-in requests it. */
  at: Date | null;
  /** The methods (RFC 8176), such as `pwd` and `otp`. */
  methods: readonly string[];
  /** The level of assurance (`acr`). */
  contextClass: string | null;
};

export type OpenIdSecrets = { state: string; nonce: string; codeVerifier: string };

/** Sign-in with an OpenID Connect provider (authorization code flow with PKCE). All functions finish within ten seconds. */
export type OpenId = {
  /** Whether the provider reports the time of a repeated sign-in (`auth_time`). */
  readonly hasAuthTime: boolean;
  /** Returns the provider's URL for the browser. With `again`, the provider is to ask the user even if they are signed in there. Throws `OpenIdUnavailable` when its discovery fails. */
  authorizationUrl(secrets: OpenIdSecrets, options?: { again?: boolean }): Promise<string>;
  /** Returns the user of a callback URL. Throws `OpenIdRejected` unless it matches the secrets, `OpenIdUnavailable` when the provider cannot be reached. */
  finish(callback: URL, secrets: OpenIdSecrets): Promise<OpenIdProfile>;
  /** Returns the claims that the provider supports, or undefined if it lists none. Throws `OpenIdUnavailable` when its discovery fails. */
  listClaims(): Promise<readonly string[] | undefined>;
};

export type OpenIdProviders = { readonly [Provider in SignInProvider]?: OpenId | undefined };

/** The provider is unavailable or its response was invalid. A retry may succeed. */
export class OpenIdUnavailable extends Error {
  override name = "OpenIdUnavailable";
}

/** The callback does not identify a user. */
export class OpenIdRejected extends Error {
  override name = "OpenIdRejected";
}
