import { z } from "zod";
import { objectBody, PASSWORD_TOO_LONG } from "../rules/fields.ts";
import { limits } from "../rules/limits.ts";
import { SIGN_IN_PROVIDERS } from "../rules/sign-in-providers.ts";
import { accountMessages } from "./accounts.ts";
import { route } from "./route.ts";

/** How a session starts. `link`: an emailed link that sets a password. */
export const SIGN_IN_METHODS = ["password", "google", "oidc", "passkey", "link", "registration"] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** `confirmation_failed`: someone who is signed in could not prove to be the user. */
export const SIGN_IN_OUTCOMES = ["succeeded", "failed", "confirmation_failed"] as const;
export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number];

/** How a signed-in user can prove again who they are. */
export const CONFIRMATION_WAYS = ["password", ...SIGN_IN_PROVIDERS] as const;
export type ConfirmationWay = (typeof CONFIRMATION_WAYS)[number];

export const ConfirmInput = objectBody({
  password: z
    .string({ error: accountMessages.password })
    .min(1)
    .max(limits.password.max, { error: PASSWORD_TOO_LONG }),
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
    errors: { 400: ["invalid_input", "accounts.wrong_password"] },
  }),
};
