import type { FastifyReply, FastifyRequest } from "fastify";
import type { Route } from "../../../contract/api/route.ts";
import { httpErrors } from "./app-error.ts";
import { bearerOf } from "./bearer.ts";
import type { RunOnce } from "./idempotency.ts";
import { rejectForeignOrigin } from "./origin.ts";
import { limitName, type RateLimiter } from "./rate-limiter.ts";
import { type KeyViewer, requireConfirmed, type Viewer } from "./viewer.ts";

export type AccessOptions = {
  publicUrl: string;
  limits: RateLimiter;
  /** Whether administrators need a second factor. */
  requireAdmin2fa: boolean;
  keys: {
    /** Returns the creator of a valid API key, or null. */
    findKeyViewer: (secret: string, request: FastifyRequest) => Promise<KeyViewer | null>;
    /** Runs a request with `Idempotency-Key` once. */
    runOnce: RunOnce;
  };
};

/** All requests with keys of one creator. */
const KEY_LIMIT = { points: 600, seconds: 60 };

/** Checks origin, rate limit and access of a request. Returns its user, or the creator of its API key, which then counts alone. Throws 401, 403, 429. */
export async function admitRequest(
  route: Route,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  options: AccessOptions,
): Promise<Viewer | KeyViewer | null> {
  const secret = route.access === "public" ? undefined : bearerOf(request);
  if (secret !== undefined) return admitKey(route, { request, reply, secret }, options);
  if (route.method !== "GET" && !route.anyOrigin) rejectForeignOrigin(request, options.publicUrl);
  await consumeRouteLimit(route, options.limits, request.ip);
  if (route.access === "public") return null;
  const viewer = await request.findViewer();
  requireAccess(route, viewer, options);
  return viewer;
}

/** Admits a program. No browser sends its key by itself, so the origin of a request does not matter. */
async function admitKey(
  route: Route,
  { request, reply, secret }: { request: FastifyRequest; reply: FastifyReply; secret: string },
  { limits, keys }: AccessOptions,
): Promise<KeyViewer> {
  const viewer = await keys.findKeyViewer(secret, request);
  if (!viewer) {
    reply.header("WWW-Authenticate", 'Bearer error="invalid_token"');
    throw httpErrors.invalidKey();
  }
  if (viewer.isSuspended) throw httpErrors.suspended();
  const { scopes } = route;
  if (!scopes) throw httpErrors.closedToKeys();
  if (!scopes.some((scope) => viewer.key.scopes.includes(scope))) {
    reply.header("WWW-Authenticate", `Bearer error="insufficient_scope", scope="${scopes.join(" ")}"`);
    throw httpErrors.scopeMissing({ scopes: scopes.join(" / ") });
  }
  const owner = `creator ${viewer.creatorId}`;
  const left = await limits.consume({ name: "api keys", key: owner, ...KEY_LIMIT });
  // RateLimit header fields for HTTP, draft 10.
  reply.header("RateLimit-Policy", `"key";q=${KEY_LIMIT.points};w=${KEY_LIMIT.seconds}`);
  if (left) reply.header("RateLimit", `"key";r=${left.remaining};t=${left.resetSeconds}`);
  await consumeRouteLimit(route, limits, owner);
  return viewer;
}

async function consumeRouteLimit(route: Route, limits: RateLimiter, key: string): Promise<void> {
  if (route.limit) await limits.consume({ name: limitName(route), key, ...route.limit });
}

/** Throws 401 or 403 unless the viewer may use the route. */
function requireAccess(
  route: Route,
  viewer: Viewer | null,
  { requireAdmin2fa }: Pick<AccessOptions, "requireAdmin2fa">,
): asserts viewer {
  if (!viewer) throw httpErrors.signedOut();
  if (route.access === "admin" && !viewer.isAdmin) throw httpErrors.adminsOnly();
  const isRead = route.method === "GET" && !route.sideEffectOnGet;
  if (viewer.isSuspended && !isRead && !route.allowsSuspended) throw httpErrors.suspended();
  if (route.access === "admin" && requireAdmin2fa && !viewer.hasSecondFactor)
    throw httpErrors.secondFactorRequired();
  if (route.access === "creator" && viewer.creatorId === null) throw httpErrors.profileRequired();
  if (route.recent) requireConfirmed(viewer);
}
