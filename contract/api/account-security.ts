import { z } from "zod";
import { objectBody, PASSWORD_TOO_LONG } from "../rules/fields.ts";
import { limits } from "../rules/limits.ts";
import { SIGN_IN_PROVIDERS } from "../rules/sign-in-providers.ts";
import { accountMessages } from "./accounts.ts";
import { PasskeyAssertion } from "./passkeys.ts";
import { route } from "./route.ts";
import { CodeInput } from "./second-factor.ts";

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

/** One of the proofs. */
export const ConfirmInput = objectBody({
  password: z
    .string({ error: accountMessages.password })
    .min(1)
    .max(limits.password.max, { error: PASSWORD_TOO_LONG })
    .optional(),
  code: CodeInput.shape.code.optional(),
  passkey: PasskeyAssertion.optional(),
}).refine(({ password, code, passkey }) => [password, code, passkey].filter(Boolean).length === 1, {
  path: ["password"],
  error: accountMessages.password,
});

/** The user's own account: proof, password, email, sessions. */
export const accountSecurityRoutes = {
  confirmationWays: route({
    method: "GET",
    path: "/api/account/confirm",
    access: "signed-in",
    summary: "How the user can prove again who they are",
    responses: { 200: z.object({ ways: z.array(z.enum(CONFIRMATION_WAYS)) }) },
  }),
  confirm: route({
    method: "POST",
    path: "/api/account/confirm",
    access: "signed-in",
    summary: "Prove again who the user is; requests that need a recent proof succeed for ten minutes",
    body: ConfirmInput,
    responses: { 204: null },
    limit: { points: 10, seconds: 60 },
    example: { password: "a long password" },
    errors: {
      400: ["invalid_input", "accounts.wrong_password", "second_factor.wrong_code", "passkeys.not_confirmed"],
    },
  }),
};
