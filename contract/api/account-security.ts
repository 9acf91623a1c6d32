import { z } from "zod";
import { Email, fieldMessages, IsoTime, NewPassword, objectBody, tokenField } from "../rules/fields.ts";
import { consoleLanguage, Language } from "../rules/languages.ts";
import { EMAIL_CHANGES, limits } from "../rules/limits.ts";
import { defineMessages } from "../texts.ts";
import { accountMessages, CurrentPassword } from "./accounts.ts";
import { PageNumber, pagination } from "./admin.ts";
import { ASSERTION_BODY_LIMIT, PasskeyAssertion } from "./passkeys.ts";
import { route } from "./route.ts";
import { CodeInput } from "./second-factor.ts";
import { CONFIRMATION_WAYS, SIGN_IN_METHODS, SIGN_IN_OUTCOMES } from "./sign-in-methods.ts";

const securityMessages = defineMessages("account_security", {
  refundLimit: "Enter the sum of refunds as an amount of 0 or more.",
});

/** A proof of identity: exactly one of these fields. */
export const ConfirmInput = objectBody({
  password: CurrentPassword.optional(),
  code: CodeInput.shape.code.optional(),
  passkey: PasskeyAssertion.optional(),
}).refine(({ password, code, passkey }) => [password, code, passkey].filter(Boolean).length === 1, {
  path: ["password"],
  error: accountMessages.password,
});

/** The daily refunds, in minor units, above which a creator must confirm their identity. */
const RefundLimit = z.object({ limitCents: z.number() });
export const RefundLimitInput = objectBody({
  limitCents: z
    .number({ error: securityMessages.refundLimit })
    .int({ error: securityMessages.refundLimit })
    .min(0, { error: securityMessages.refundLimit })
    .max(limits.priceCents.max, { error: securityMessages.refundLimit }),
});

export const PasswordInput = objectBody({
  /** Required if the account has a password. */
  currentPassword: CurrentPassword.optional(),
  password: NewPassword,
});
export const EmailInput = objectBody({ email: Email });
export const EmailTokenInput = objectBody({ token: tokenField(accountMessages.emailLinkDead) });

/** Null leaves the choice to the browser. */
export const LanguageInput = objectBody({
  language: Language.refine((language) => consoleLanguage(language) !== null, {
    error: fieldMessages.language,
  }).nullable(),
});

export const AccountSecurity = z.object({
  email: z.string(),
  has_password: z.boolean(),
  /** The new, unconfirmed email. */
  pending_email: z.string().nullable(),
  /** The language that the user has chosen for the console, or null if the browser chooses. */
  language: Language.nullable(),
});
export type AccountSecurity = z.infer<typeof AccountSecurity>;

const origin = { device: z.string().nullable(), country: z.string().nullable() };
export const Session = z.object({
  id: z.uuid(),
  ...origin,
  method: z.enum(SIGN_IN_METHODS),
  created_at: IsoTime,
  last_seen_at: IsoTime,
  is_current: z.boolean(),
});
export type Session = z.infer<typeof Session>;
const SessionParams = z.object({ id: z.uuid({ error: fieldMessages.id }) });

export const SignInEntry = z.object({
  at: IsoTime,
  method: z.enum(SIGN_IN_METHODS),
  outcome: z.enum(SIGN_IN_OUTCOMES),
  ...origin,
  /** The first 24 bits of an IPv4 address, or 48 of an IPv6 address. */
  network: z.string().nullable(),
});
export type SignInEntry = z.infer<typeof SignInEntry>;

const byEmailLink = {
  body: EmailTokenInput,
  responses: { 204: null },
  limit: { points: 20, seconds: 60 },
  example: { token: "the token of the emailed link" },
  errors: { 400: ["invalid_input", "accounts.email_link_dead"], 409: ["accounts.email_taken"] },
} as const;

/** The user's own account: proof, password, email, sessions. */
export const accountSecurityRoutes = {
  confirmationWays: route("GET", "/api/account/confirm", "signed-in", {
    summary: "Ways in which the user can confirm their identity",
    responses: {
      200: z.object({
        ways: z.array(z.enum(CONFIRMATION_WAYS)),
        /** True while the last proof of identity is recent enough. */
        confirmed: z.boolean(),
      }),
    },
  }),
  refundLimit: route("GET", "/api/account/refund-limit", "creator", {
    summary: "Sum of refunds in 24 hours above which the creator must confirm their identity",
    responses: { 200: RefundLimit },
  }),
  saveRefundLimit: route("POST", "/api/account/refund-limit", "creator", {
    recent: true,
    summary:
      "Change the sum of refunds above which the creator must confirm their identity. 0 asks before each refund",
    body: RefundLimitInput,
    responses: { 200: RefundLimit },
    example: { limitCents: 10_000 },
  }),
  overview: route("GET", "/api/account/security", "signed-in", {
    summary: "Sign-in methods of the user, and an unconfirmed new email",
    responses: { 200: AccountSecurity },
  }),
  saveLanguage: route("POST", "/api/account/language", "signed-in", {
    summary: "Choose the language of the console. Null leaves it to the browser",
    body: LanguageInput,
    responses: { 200: AccountSecurity },
    example: { language: "en" },
  }),
  changePassword: route("POST", "/api/account/password", "signed-in", {
    summary: "Change or set the password; all other sessions end",
    body: PasswordInput,
    responses: { 204: null },
    limit: { points: 10, seconds: 60 },
    example: { currentPassword: "a long password", password: "a new long password" },
    errors: {
      400: [
        "invalid_input",
        "accounts.wrong_password",
        "accounts.common_password",
        "accounts.own_name_as_password",
      ],
      // Only if the account has no current password to send.
      403: ["account.confirm"],
    },
  }),
  changeEmail: route("POST", "/api/account/email", "signed-in", {
    recent: true,
    summary: "Request a new email, which replaces the old one once it is confirmed",
    body: EmailInput,
    responses: { 200: AccountSecurity },
    limit: EMAIL_CHANGES.ip,
    example: { email: "anna@example.net" },
    errors: {
      400: ["invalid_input", "accounts.same_email"],
      409: ["accounts.email_taken", "accounts.new_factor"],
      429: ["too_often"],
    },
  }),
  withdrawEmail: route("DELETE", "/api/account/email", "signed-in", {
    summary: "Withdraw the request for a new email",
    responses: { 204: null },
  }),
  confirmEmail: route("POST", "/api/account/email/confirm", "signed-in", {
    summary: "Confirm the new email with the emailed link, while signed in to the account",
    ...byEmailLink,
  }),
  undoEmail: route("POST", "/api/account/email/undo", "public", {
    summary:
      "Undo a change of the email with the link sent to the old email. Ends all sessions and removes the password",
    ...byEmailLink,
  }),
  sessions: route("GET", "/api/account/sessions", "signed-in", {
    summary: "Sessions of the user",
    responses: { 200: z.object({ sessions: z.array(Session) }) },
  }),
  endSession: route("DELETE", "/api/account/sessions/:id", "signed-in", {
    summary: "End one session of the user",
    params: SessionParams,
    responses: { 204: null },
  }),
  endOtherSessions: route("DELETE", "/api/account/sessions", "signed-in", {
    summary: "End all other sessions of the user",
    responses: { 204: null },
  }),
  history: route("GET", "/api/account/sign-ins", "signed-in", {
    summary: "Sign-ins and attempts of the last 90 days, latest first",
    query: z.object({ page: PageNumber }),
    responses: { 200: z.object({ signIns: z.array(SignInEntry), ...pagination }) },
  }),
  confirm: route("POST", "/api/account/confirm", "signed-in", {
    allowsSuspended: true,
    summary: "Confirm the user's identity. Requests that need a recent proof then succeed for ten minutes",
    body: ConfirmInput,
    bodyLimit: ASSERTION_BODY_LIMIT,
    responses: { 204: null },
    limit: { points: 10, seconds: 60 },
    example: { password: "a long password" },
    errors: {
      400: ["invalid_input", "accounts.wrong_password", "second_factor.wrong_code", "passkeys.not_confirmed"],
      403: ["accounts.passwords_off"],
    },
  }),
};
