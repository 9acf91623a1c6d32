import type { FastifyRequest } from "fastify";
import type { ApiKey, ApiKeyInput } from "../../../contract/api/api-keys.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { SCOPES } from "../../../contract/rules/scopes.ts";
import { isApiKey, newApiKey, shownPartOf } from "../../platform/api-key.ts";
import { toInstant } from "../../platform/clock/local-time.ts";
import { inTransaction } from "../../platform/database/index.ts";
import { notFound, orNotFound } from "../../platform/http/app-error.ts";
import type { CreatorViewer, KeyViewer } from "../../platform/http/viewer.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import { hashToken } from "../../platform/tokens.ts";
import { creatorErrors, lockCreator } from "../creators/index.ts";
import { errors } from "./errors.ts";
import {
  type ApiKeyRow,
  countActiveKeys,
  findHolder,
  insertApiKey,
  recordUse,
  revokeApiKey,
} from "./repository.ts";

export type ApiKeyDeps = Pick<Infrastructure, "clock" | "db" | "mails"> & {
  /** Whether only verified accounts may sign in. */
  requireVerifiedEmail: boolean;
  countryOf: (request: FastifyRequest) => string | null;
};

/**
 * Makes a key and emails its creator. Returns the only copy of its secret. Throws 400 for an end in the past, 403
 * without a verified email, 409 at the limit.
 */
export async function makeApiKey(
  { db, mails, clock }: Pick<ApiKeyDeps, "clock" | "db" | "mails">,
  { viewer, input }: { viewer: CreatorViewer; input: ApiKeyInput },
): Promise<{ key: ApiKeyRow; secret: string }> {
  const { creatorId } = viewer;
  if (!viewer.emailVerifiedAt) throw creatorErrors.unverified();
  const secret = newApiKey();
  const key = await inTransaction(db, async (tx) => {
    // Two concurrent requests must not both pass the limit.
    const creator = await lockCreator(tx, creatorId).then(orNotFound("Creator"));
    const expiresAt = input.expiresAt ? toInstant(input.expiresAt, creator.timeZone) : null;
    if ((await countActiveKeys(tx, creatorId)) >= limits.apiKeys.max)
      throw errors.limitReached(limits.apiKeys);
    const { name, scopes } = input;
    const made = { creatorId, name, scopes, expiresAt, prefix: shownPartOf(secret), hash: hashToken(secret) };
    const row = await insertApiKey(tx, made);
    if (row.isEnded) throw errors.ended();
    const at = clock.now().toISOString();
    const links = { main: { to: "page", path: paths.apiKeys() } } as const;
    const mail = { mail: "api-key-made", name, at, links } as const;
    await mails.enqueueEmail(tx, { to: viewer.email, mail, cause: `api-key ${row.id}` });
    return row;
  });
  return { key, secret };
}

/** Ends a key on every node, because each request reads it. Throws 404. */
export async function endApiKey(
  { db }: Pick<ApiKeyDeps, "db">,
  own: { creatorId: number; id: string },
): Promise<void> {
  if (!(await revokeApiKey(db, own))) throw notFound("API key");
}

/** Returns the creator of a request's key, or null for any other secret. */
export async function findKeyViewer(
  { db, requireVerifiedEmail, countryOf }: ApiKeyDeps,
  { secret, request }: { secret: string; request: FastifyRequest },
): Promise<KeyViewer | null> {
  const found = isApiKey(secret) ? await findHolder(db, hashToken(secret)) : undefined;
  if (!found || (requireVerifiedEmail && !found.emailVerifiedAt)) return null;
  const { keyId, scopes, stale, ...account } = found;
  if (stale) await recordUse(db, { id: keyId, country: countryOf(request) });
  const key = { id: keyId, scopes };
  return { ...account, key, hasSecondFactor: false, isConfirmed: false, deletionAt: null };
}

export function presentApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    // A key made on a newer node may have scopes that this release does not know.
    scopes: SCOPES.filter((scope) => row.scopes.includes(scope)),
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    last_used_from: row.lastUsedFrom,
    revoked_at: row.revokedAt?.toISOString() ?? null,
    state: row.revokedAt ? "revoked" : row.isEnded ? "ended" : "active",
  };
}
