import { SIGN_IN_PROVIDERS } from "../rules/sign-in-providers.ts";

/** The ways to sign in or confirm. `link`: an emailed link that sets a password. `code`: a code of the second factor, which only confirms. */
export const SIGN_IN_METHODS = [
  "password",
  "google",
  "oidc",
  "passkey",
  "link",
  "registration",
  "code",
] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** `code_failed`: wrong code after a correct first step. `confirmed`, `confirmation_failed`: result of a signed-in user's confirmation. */
export const SIGN_IN_OUTCOMES = [
  "succeeded",
  "failed",
  "code_failed",
  "confirmed",
  "confirmation_failed",
] as const;
export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number];

/** The second factor that was used: a code of the authenticator app, a recovery code, the provider's own second factor, or a passkey that verified its user. */
export type UsedSecondFactor = "app" | "recovery_code" | "provider" | "passkey";

/** The ways in which a signed-in user can confirm their identity. */
export const CONFIRMATION_WAYS = ["passkey", "password", "code", ...SIGN_IN_PROVIDERS] as const;
export type ConfirmationWay = (typeof CONFIRMATION_WAYS)[number];
