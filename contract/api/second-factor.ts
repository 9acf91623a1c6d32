import { z } from "zod";
import { IsoTime, objectBody, tokenField } from "../rules/fields.ts";
import { limits } from "../rules/limits.ts";
import { codeText } from "../rules/text-fields.ts";
import { defineMessages } from "../texts.ts";
import { SignedInResponse } from "./accounts.ts";
import { route } from "./route.ts";

export const secondFactorMessages = defineMessages("second_factor", {
  code: "Enter the code.",
  codeForm: "Enter the six digits that your app shows, or one of your recovery codes.",
  wrongCode:
    "This code is wrong or old. Use a new one, and check that your phone's clock is set automatically.",
  linkDead: "This link no longer works: the second factor is already removed, or stays.",
});

/** A code of the authenticator app, or a recovery code. Spaces and punctuation are ignored. */
export const CodeInput = objectBody({
  code: codeText(secondFactorMessages.code, limits.secondFactorCode.max, secondFactorMessages.codeForm)
    .overwrite((value) => value.replace(/[^\p{L}\p{N}]/gu, ""))
    .min(1),
});

/** The second factor of an account: codes of an authenticator app (RFC 6238) and recovery codes. */
export const SecondFactor = z.object({
  /** When the second factor was turned on, or null if no code is required. */
  enabledAt: IsoTime.nullable(),
  recoveryCodesLeft: z.number(),
  /** When an administrator's removal takes effect, or null if none is pending. The user can stop it until then. */
  removedAt: IsoTime.nullable(),
  /** True if this session lacks the second factor that the site requires of administrators. */
  blocksAdmin: z.boolean(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

/** The setup of an authenticator app: as text, as a link for the same device, and as a QR code. */
export const SecondFactorSetUp = z.object({ secret: z.string(), uri: z.string(), qr: z.string() });
export type SecondFactorSetUp = z.infer<typeof SecondFactorSetUp>;

/** Shown once; the database only has their hashes. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
const CHANGES = { points: 30, seconds: 600 } as const;

export const secondFactorRoutes = {
  signIn: route("POST", "/api/auth/second-factor", "public", {
    summary: "Finish a sign-in with a code. Requires the cookie of the password step",
    body: CodeInput,
    responses: { 200: SignedInResponse },
    limit: { points: 10, seconds: 60 },
    example: { code: "123456" },
    errors: {
      400: ["invalid_input", "second_factor.wrong_code"],
      401: ["second_factor.sign_in_expired"],
    },
  }),
  show: route("GET", "/api/account/totp", "signed-in", {
    summary: "Second factor of the user",
    responses: { 200: z.object({ secondFactor: SecondFactor }) },
  }),
  setUp: route("POST", "/api/account/totp", "signed-in", {
    recent: true,
    summary: "Start setting up an authenticator app. Replaces an unfinished setup",
    responses: { 201: z.object({ setUp: SecondFactorSetUp }) },
    limit: CHANGES,
    errors: { 409: ["second_factor.already_enabled"] },
  }),
  enable: route("POST", "/api/account/totp/enable", "signed-in", {
    recent: true,
    summary: "Turn the second factor on with a code of the app",
    body: CodeInput,
    responses: { 200: RecoveryCodes },
    limit: CHANGES,
    example: { code: "123456" },
    errors: {
      400: ["invalid_input", "second_factor.wrong_code"],
      409: ["second_factor.already_enabled", "second_factor.not_started"],
    },
  }),
  disable: route("DELETE", "/api/account/totp", "signed-in", {
    recent: true,
    summary: "Turn the second factor off",
    responses: { 204: null },
    limit: CHANGES,
  }),
  renewRecoveryCodes: route("POST", "/api/account/recovery-codes", "signed-in", {
    recent: true,
    summary: "Replace all recovery codes",
    responses: { 201: RecoveryCodes },
    limit: CHANGES,
    errors: { 409: ["second_factor.not_enabled"] },
  }),
  keep: route("POST", "/api/auth/second-factor/keep", "public", {
    summary: "Stop an administrator's removal of the second factor with the emailed link",
    body: objectBody({ token: tokenField(secondFactorMessages.linkDead) }),
    responses: { 204: null },
    limit: { points: 10, seconds: 60 },
    errors: { 400: ["invalid_input", "second_factor.link_dead"] },
  }),
};
