/** The OpenID providers for signing in: Google, and one of the operator's choice. */
export const SIGN_IN_PROVIDERS = ["google", "oidc"] as const;
export type SignInProvider = (typeof SIGN_IN_PROVIDERS)[number];
