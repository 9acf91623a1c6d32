/** The user as the provider describes it. */
export type OpenIdProfile = {
  subject: string;
  email: string | null;
  emailVerified: boolean;
  name: string | null;
};

export type OpenIdSecrets = { state: string; nonce: string; codeVerifier: string };

/** Sign-in with an OpenID Connect provider (authorization code flow with PKCE). Both functions finish within ten seconds. */
export type OpenId = {
  /** Where to send the browser. Throws `OpenIdAway` when the provider cannot be found out. */
  authorizationUrl(secrets: OpenIdSecrets): Promise<string>;
  /** Who came back, from the address the browser was sent to. Throws `OpenIdRefused` unless everything in it fits the secrets, `OpenIdAway` when the provider cannot be asked. */
  finish(callback: URL, secrets: OpenIdSecrets): Promise<OpenIdProfile>;
};

/** The provider does not answer, or not as one does: later it may. */
export class OpenIdAway extends Error {
  override name = "OpenIdAway";
}

/** What came back does not show who somebody is. */
export class OpenIdRefused extends Error {
  override name = "OpenIdRefused";
}
