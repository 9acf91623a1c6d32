import { z } from "zod";
import { boundedList, IsoTime, maxLengthText, objectBody, oneLine } from "../rules/fields.ts";
import { limits } from "../rules/limits.ts";
import { machineText } from "../rules/text-fields.ts";
import { defineMessages } from "../texts.ts";
import { SignedInResponse } from "./accounts.ts";
import { OpaqueIdParams, route } from "./route.ts";

const passkeyMessages = defineMessages("passkeys", {
  response: "The browser's answer is not valid. Please try again.",
  name: "Enter a name.",
});

/** A credential to sign in without a password. */
export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** `synced`: the user's password manager has the passkey on several devices. `device`: the passkey stays on one device or security key. */
  kind: z.enum(["synced", "device"]),
  /** False for a passkey created on another host, which browsers do not offer on this one. */
  usable: z.boolean(),
  created_at: IsoTime,
  last_used_at: IsoTime.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

const { passkeyId, passkeyPart, passkeyName } = limits;
const Base64Url = (max: number) =>
  machineText(max, passkeyMessages.response).regex(/^[A-Za-z0-9_-]*$/, { error: passkeyMessages.response });
const Part = Base64Url(passkeyPart.max);
const credential = {
  id: Base64Url(passkeyId.max).min(1),
  rawId: Base64Url(passkeyId.max),
  type: z.literal("public-key", { error: passkeyMessages.response }),
};
const invalidResponse = { error: passkeyMessages.response };

/** The result of `navigator.credentials.create` as JSON (WebAuthn level 3). */
export const CreatedCredential = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: Part,
        attestationObject: Part,
        transports: boundedList(machineText(32), 10, {
          type: passkeyMessages.response,
          tooMany: passkeyMessages.response,
        })
          .optional()
          .catch(undefined),
      },
      invalidResponse,
    ),
  },
  invalidResponse,
);
export type CreatedCredential = z.infer<typeof CreatedCredential>;

/** The result of `navigator.credentials.get` as JSON. */
export const PasskeyAssertion = z.object(
  {
    ...credential,
    response: z.object(
      { clientDataJSON: Part, authenticatorData: Part, signature: Part, userHandle: Part.optional() },
      invalidResponse,
    ),
  },
  invalidResponse,
);
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>;

/** Large enough for an assertion in which every character is escaped. */
export const ASSERTION_BODY_LIMIT = 96 * 1024;

/** Options for the browser, as in the standard. They have no schema, because the browser's own parser checks them. */
const Options = z.object({ options: z.looseObject({ challenge: z.string() }) });
const PasskeyResponse = z.object({ passkey: Passkey });

const Name = maxLengthText("Name", passkeyName.max).regex(...oneLine("Name"));
export const PasskeyName = objectBody({
  name: Name.min(1, { error: passkeyMessages.name }),
});
const CHANGES = { points: 30, seconds: 600 } as const;

export const passkeyRoutes = {
  signInOptions: route("POST", "/api/auth/passkey/options", "public", {
    summary: "Start a sign-in with a passkey",
    responses: { 200: Options },
    // Each request stores a challenge for five minutes; the sign-in page sends one when it opens.
    limit: { points: 120, seconds: 600 },
  }),
  signIn: route("POST", "/api/auth/passkey/verify", "public", {
    summary: "Sign in with a passkey",
    body: objectBody({ response: PasskeyAssertion }),
    bodyLimit: ASSERTION_BODY_LIMIT,
    responses: { 200: SignedInResponse },
    limit: { points: 20, seconds: 60 },
    errors: { 401: ["passkeys.rejected"], 403: ["accounts.email_not_verified"] },
  }),
  list: route("GET", "/api/account/passkeys", "signed-in", {
    summary: "Passkeys of the user, oldest first",
    responses: { 200: z.object({ passkeys: z.array(Passkey) }) },
  }),
  createOptions: route("POST", "/api/account/passkeys/options", "signed-in", {
    recent: true,
    summary: "Start adding a passkey",
    responses: { 200: Options },
    limit: CHANGES,
    errors: { 409: ["passkeys.limit_reached"] },
  }),
  create: route("POST", "/api/account/passkeys", "signed-in", {
    recent: true,
    summary: "Add a passkey",
    body: objectBody({ name: Name.optional(), response: CreatedCredential }),
    bodyLimit: 64 * 1024,
    responses: { 201: PasskeyResponse },
    limit: CHANGES,
    errors: {
      400: ["invalid_input", "passkeys.not_created"],
      409: ["passkeys.limit_reached", "passkeys.exists"],
    },
  }),
  rename: route("PATCH", "/api/account/passkeys/:id", "signed-in", {
    summary: "Rename a passkey",
    params: OpaqueIdParams,
    body: PasskeyName,
    responses: { 200: PasskeyResponse },
    errors: { 404: ["not_found"] },
    example: { name: "Office laptop" },
  }),
  remove: route("DELETE", "/api/account/passkeys/:id", "signed-in", {
    recent: true,
    summary: "Remove a passkey",
    params: OpaqueIdParams,
    responses: { 204: null },
    limit: CHANGES,
    errors: { 404: ["not_found"], 409: ["passkeys.last_way_in"] },
  }),
  confirmOptions: route("POST", "/api/account/confirm/passkey", "signed-in", {
    allowsSuspended: true,
    summary: "Start to confirm the user's identity with a passkey",
    responses: { 200: Options },
    limit: CHANGES,
  }),
};
