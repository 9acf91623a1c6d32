import { SIGN_IN_PROVIDERS } from "../rules/sign-in-providers.ts";

/** How a session starts. `link`: an emailed link that sets a password; `code`: one of the second factor, which confirms only. */
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

/** `code_failed`: what came before the second factor was right. `confirmed`: a passkey or a code was used by a user who is signed in; `confirmation_failed`: they could not prove to be the user. */
export const SIGN_IN_OUTCOMES = [
  "succeeded",
  "failed",
  "code_failed",
  "confirmed",
  "confirmation_failed",
] as const;
export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number];

/** What was given beside the first proof: a code of the authenticator app, a recovery code, what the provider has asked for, or a passkey that verified its user. */
export type UsedSecondFactor = "app" | "recovery_code" | "provider" | "passkey";

/** How a signed-in user can prove again who they are. */
export const CONFIRMATION_WAYS = ["passkey", "password", "code", ...SIGN_IN_PROVIDERS] as const;
export type ConfirmationWay = (typeof CONFIRMATION_WAYS)[number];
