import { z } from "zod";
import {
  DisplayName,
  Email,
  emailToFind,
  NewPassword,
  objectBody,
  tokenField,
  typedPassword,
} from "../rules/fields.ts";
import { Handle } from "../rules/handles.ts";
import { limits } from "../rules/limits.ts";
import { TimeZone } from "../rules/local-time.ts";
import { machineText } from "../rules/text-fields.ts";
import { defineMessages } from "../texts.ts";
import { Creator } from "./creators.ts";
import { PUBLIC_READ_LIMIT, route } from "./route.ts";

export const RegisterInput = objectBody({
  email: Email,
  password: NewPassword,
  handle: Handle,
  displayName: DisplayName,
  /** The time zone reported by the browser. The settings can change it, so an invalid time zone does not prevent a registration. */
  timeZone: TimeZone.optional().catch(undefined),
});
export type RegisterInput = z.infer<typeof RegisterInput>;

export const accountMessages = defineMessages("accounts", {
  email: "Enter your email address.",
  password: "Enter your password.",
  resetTokenMissing: "Reset token missing",
  resetLinkDead: "This reset link no longer works. Please ask for a new one.",
  emailLinkDead: "This link no longer works.",
});

/** The password of an account, as a proof. */
export const CurrentPassword = typedPassword(accountMessages.password);

export const LoginInput = objectBody({
  email: emailToFind(accountMessages.email),
  password: CurrentPassword,
});
export type LoginInput = z.infer<typeof LoginInput>;

export const ForgotPasswordInput = objectBody({ email: Email });
export const ResetPasswordInput = objectBody({
  token: tokenField(accountMessages.resetTokenMissing, accountMessages.resetLinkDead),
  password: NewPassword,
});

/** The query of a link opened in a browser. Invalid values are treated as missing, because the response is a page. */
const linked = (max: number) => machineText(max).optional().catch(undefined);

const startSignInRoute = {
  limit: PUBLIC_READ_LIMIT,
  /** With `confirm` the signed-in user confirms their identity; the page it returns to reports the result. */
  query: z.object({ redirect: linked(limits.url.max), confirm: linked(1) }),
  responses: { 302: null },
} as const;
const finishSignInRoute = {
  limit: PUBLIC_READ_LIMIT,
  sideEffectOnGet: true,
  query: z.looseObject({}),
  responses: { 302: null },
} as const;

const CreatorResponse = z.object({ creator: Creator });
/** `creator` is null for an account without a creator page. */
export const SignedInResponse = z.object({ creator: Creator.nullable() });
/** The response to a correct password if a code is required, which this browser sends to `POST /api/auth/second-factor`. */
const SecondFactorNeeded = z.object({ secondFactor: z.object({ expiresInSeconds: z.number() }) });

export const accountRoutes = {
  register: route("POST", "/api/auth/register", "public", {
    summary: "Register and sign in",
    body: RegisterInput,
    responses: { 201: CreatorResponse },
    limit: { points: 30, seconds: 600 },
    example: { email: "anna@example.org", password: "a long password", handle: "anna", displayName: "Anna" },
    errors: {
      403: ["accounts.signup_closed", "accounts.passwords_off"],
      409: ["accounts.email_taken", "creators.handle_taken"],
    },
  }),
  login: route("POST", "/api/auth/login", "public", {
    summary: "Sign in",
    body: LoginInput,
    responses: { 200: SignedInResponse, 202: SecondFactorNeeded },
    limit: { points: 10, seconds: 60 },
    example: { email: "anna@example.org", password: "a long password" },
    errors: {
      401: ["accounts.wrong_login"],
      403: ["accounts.email_not_verified", "accounts.passwords_off"],
    },
  }),
  logout: route("POST", "/api/auth/logout", "public", {
    limit: PUBLIC_READ_LIMIT,
    summary: "Log out, which ends the session on the server",
    responses: { 204: null },
  }),
  google: route("GET", "/api/auth/google", "public", { ...startSignInRoute, summary: "Redirect to Google" }),
  googleCallback: route("GET", "/api/auth/google/callback", "public", {
    ...finishSignInRoute,
    summary: "Return from Google",
  }),
  oidc: route("GET", "/api/auth/oidc", "public", {
    ...startSignInRoute,
    summary: "Redirect to the OpenID provider",
  }),
  oidcCallback: route("GET", "/api/auth/oidc/callback", "public", {
    ...finishSignInRoute,
    summary: "Return from the OpenID provider",
  }),
  operatorLink: route("GET", "/api/auth/link", "public", {
    limit: { points: 60, seconds: 600 },
    summary: "Sign in with a link from the operator's command line",
    sideEffectOnGet: true,
    query: z.object({ token: linked(limits.token.max) }),
    responses: { 302: null },
  }),
  resendVerification: route("POST", "/api/auth/verify/resend", "signed-in", {
    summary: "Resend the verification email",
    responses: { 204: null },
    errors: { 429: ["too_often"] },
  }),
  verify: route("GET", "/api/auth/verify", "public", {
    limit: PUBLIC_READ_LIMIT,
    summary: "Verify an email with the emailed link",
    sideEffectOnGet: true,
    query: z.object({ token: linked(limits.token.max) }),
    responses: { 302: null },
  }),
  claimAccount: route("POST", "/api/auth/verify/claim", "public", {
    summary: "Email a link to set a password to the email whose verification link this browser has opened",
    responses: { 204: null },
    limit: { points: 10, seconds: 600 },
    errors: { 403: ["accounts.passwords_off"], 409: ["accounts.verify_link_old"] },
  }),
  forgotPassword: route("POST", "/api/auth/forgot-password", "public", {
    summary: "Request a password reset email",
    body: ForgotPasswordInput,
    responses: { 204: null },
    limit: { points: 10, seconds: 600 },
    example: { email: "anna@example.org" },
    errors: { 403: ["accounts.passwords_off"] },
  }),
  /** For password managers, which store a new password under the email. Everyone with the token can sign in to the account. */
  resetAccount: route("POST", "/api/auth/reset-password/account", "public", {
    summary: "Get the email of a reset token's account, without using the token",
    body: ResetPasswordInput.pick({ token: true }),
    responses: { 200: z.object({ email: z.string() }) },
    limit: { points: 30, seconds: 60 },
    example: { token: "the token of the emailed link" },
    errors: { 400: ["invalid_input", "accounts.reset_link_dead"], 403: ["accounts.passwords_off"] },
  }),
  resetPassword: route("POST", "/api/auth/reset-password", "public", {
    summary: "Set a new password with a reset token",
    body: ResetPasswordInput,
    responses: { 204: null, 202: SecondFactorNeeded },
    limit: { points: 10, seconds: 60 },
    example: { token: "the token of the emailed link", password: "a new long password" },
    errors: { 400: ["invalid_input", "accounts.reset_link_dead"], 403: ["accounts.passwords_off"] },
  }),
};
