import { z } from "zod";
import { boundedList, IsoTime, objectBody, oneLine, requiredText } from "../rules/fields.ts";
import { limits } from "../rules/limits.ts";
import { timeField } from "../rules/local-time.ts";
import { SCOPES } from "../rules/scopes.ts";
import { defineMessages } from "../texts.ts";
import { OpaqueIdParams, route } from "./route.ts";

const messages = defineMessages("api_keys", {
  scopes: "Choose what this key may do.",
  end: "The end must be in the future.",
});

/** A key with which a program uses the API for a creator's page. */
export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The first characters of the secret. */
  prefix: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  created_at: IsoTime,
  /** The end of the key, or null for a key without one. */
  expires_at: IsoTime.nullable(),
  /** The last use, to within five minutes. */
  last_used_at: IsoTime.nullable(),
  /** The country of the last use (ISO 3166-1 alpha-2), or null if it is unknown. */
  last_used_from: z.string().nullable(),
  revoked_at: IsoTime.nullable(),
  /** `ended` is past its end. Only an `active` key works. */
  state: z.enum(["active", "ended", "revoked"]),
});
export type ApiKey = z.infer<typeof ApiKey>;

const { apiKeyName } = limits;
const ScopeList = boundedList(z.enum(SCOPES, { error: messages.scopes }), SCOPES.length, {
  type: messages.scopes,
  tooMany: messages.scopes,
});

export const ApiKeyInput = objectBody({
  name: requiredText("Name", apiKeyName.max).regex(...oneLine("Name")),
  scopes: ScopeList.refine((scopes) => scopes.length > 0, { error: messages.scopes }).transform((scopes) =>
    SCOPES.filter((scope) => scopes.includes(scope)),
  ),
  /** Null for a key without an end. */
  expiresAt: timeField("End").nullish(),
});
export type ApiKeyInput = z.output<typeof ApiKeyInput>;
export const apiKeyMessages = messages;

/** The creator's keys. None of them opens these routes. */
export const apiKeyRoutes = {
  list: route("GET", "/api/keys", "creator", {
    summary: "API keys of the creator, newest first, and those that ended within 90 days",
    responses: { 200: z.object({ keys: z.array(ApiKey) }) },
  }),
  create: route("POST", "/api/keys", "creator", {
    recent: true,
    summary: "Make an API key. The response is the only one with its secret",
    body: ApiKeyInput,
    responses: { 201: z.object({ key: ApiKey, secret: z.string() }) },
    example: { name: "Stock of the shop", scopes: ["products:read", "products:write"], expiresAt: null },
    limit: { points: 30, seconds: 600 },
    errors: { 403: ["accounts.unverified"], 409: ["api_keys.limit_reached"] },
  }),
  revoke: route("DELETE", "/api/keys/:id", "creator", {
    allowsSuspended: true,
    summary: "Revoke an API key at once. A request in progress still ends",
    params: OpaqueIdParams,
    responses: { 204: null },
  }),
};
