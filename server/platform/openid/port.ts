/** The user as the provider describes it. */
export type OpenIdProfile = {
  subject: string;
  email: string | null;
  emailVerified: boolean;
  name: string | null;
  /** When the provider last asked the user to prove who they are; null when it does not say. */
  authenticatedAt: Date | null;
};

export type OpenIdSecrets = { state: string; nonce: string; codeVerifier: string };

/** Sign-in with an OpenID Connect provider (authorization code flow with PKCE). Both functions finish within ten seconds. */
export type OpenId = {
  /** Returns the provider's URL for the browser; with `again`, the provider is to ask the user even if they are signed in there. Throws `OpenIdUnavailable` when its discovery fails. */
  authorizationUrl(secrets: OpenIdSecrets, options?: { again?: boolean }): Promise<string>;
  /** Returns the user of a callback URL. Throws `OpenIdRejected` unless it matches the secrets, `OpenIdUnavailable` when the provider cannot be reached. */
  finish(callback: URL, secrets: OpenIdSecrets): Promise<OpenIdProfile>;
};

/** The provider is unavailable or its response was invalid; a retry may succeed. */
export class OpenIdUnavailable extends Error {
  override name = "OpenIdUnavailable";
}

/** The callback does not identify a user. */
export class OpenIdRejected extends Error {
  override name = "OpenIdRejected";
}
