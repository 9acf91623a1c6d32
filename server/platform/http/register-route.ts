import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { bodyLimitOf, type ResponseOf, type Route } from "../../../contract/api/route.ts";
import { parseJson } from "../json.ts";
import { httpErrors } from "./app-error.ts";
import { sendJson } from "./compressed-json.ts";
import { sendErrorPage } from "./errors.ts";
import { rejectForeignOrigin } from "./origin.ts";
import { limitName, type RateLimiter } from "./rate-limiter.ts";
import { hasInvalidText, parseInput } from "./validation.ts";
import { type CreatorViewer, requireConfirmed, type Viewer } from "./viewer.ts";

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** The type of the viewer that a route's access guarantees. */
type ViewerOf<R extends Route> = R["access"] extends "public"
  ? null
  : R["access"] extends "signed-in" | "admin"
    ? Viewer
    : CreatorViewer;

/** The input of a handler, parsed and validated. */
export type RequestContext<R extends Route> = {
  params: Parsed<R["params"]>;
  query: Parsed<R["query"]>;
  body: Parsed<R["body"]>;
  viewer: ViewerOf<R>;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** The result of a handler, optional for a route without a response. */
type Result<R extends Route> =
  | ResponseOf<R>
  | FastifyReply
  | (undefined extends ResponseOf<R> ? Awaited<Promise<void>> : never);

export type RegisterRoute = <R extends Route>(
  route: R,
  handler: (context: RequestContext<R>) => Promise<Result<R>> | Result<R>,
) => void;

export type RegisterOptions = {
  publicUrl: string;
  limits: RateLimiter;
  /** Whether administrators need a second factor. */
  requireAdmin2fa: boolean;
};

/** Registers the handler of a route of the contract, with its checks of access, origin, rate limit and input. The route is added to `registered`. */
export function createRouteRegistrar(
  app: FastifyInstance,
  options: RegisterOptions,
  registered: Route[],
): RegisterRoute {
  return (route, handler) => {
    const success = Number(Object.keys(route.responses)[0]);
    registered.push(route);
    app.route({
      method: route.method,
      url: route.path,
      bodyLimit: bodyLimitOf(route),
      // The HEAD request of an email scanner must not consume a link.
      exposeHeadRoute: !route.sideEffectOnGet,
      ...(302 in route.responses || 206 in route.responses ? { errorHandler: sendErrorPage } : {}),
      // Access is checked before the body is read, so that an upload without permission is rejected early.
      onRequest: async (request) => {
        if (route.method !== "GET" && !route.anyOrigin) rejectForeignOrigin(request, options.publicUrl);
        if (route.limit)
          await options.limits.consume({ name: limitName(route), key: request.ip, ...route.limit });
        if (route.access !== "public") requireAccess(route, await request.findViewer(), options);
      },
      handler: async (request, reply) => {
        const body = route.acceptsTextBody ? parseTextBody(request.body) : request.body;
        // A link is opened in a browser, so its handler redirects to a page whatever the query is.
        const given = 302 in route.responses ? [] : [request.query, route.bodyType ? null : body];
        if (hasInvalidText([request.params, given])) throw httpErrors.invalidCharacters();
        reply.header("Cache-Control", "no-store");
        const context = {
          params: parse(route.params, request.params),
          query: parse(route.query, withoutEmpty(request.query)),
          body: route.bodyType ? undefined : parse(route.body, body),
          viewer: route.access === "public" ? null : await request.findViewer(),
          request,
          reply,
        };
        const result = await handler(context as RequestContext<typeof route>);
        // True when the handler has sent the response itself. Its return value does not show this, because a reply is thenable and `await` resolves it.
        if (reply.sent || reply.raw.headersSent) return reply;
        // A handler with several successful statuses has set its own.
        const status = reply.statusCode in route.responses ? reply.statusCode : success;
        const response = route.responses[status] ?? null;
        reply.code(status);
        if (response === null) return reply.send();
        return sendJson(request, reply, Buffer.from(JSON.stringify(response.parse(result))));
      },
    });
  };
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  return schema ? parseInput(schema, value ?? undefined) : undefined;
}

/** Removes parameters without a value, which forms send for empty fields. */
function withoutEmpty(query: unknown): unknown {
  if (typeof query !== "object" || query === null) return query;
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));
}

/** Parses text as JSON. The schema rejects anything else. */
function parseTextBody(body: unknown): unknown {
  if (typeof body !== "string") return body;
  try {
    return parseJson(body);
  } catch {
    throw httpErrors.malformed();
  }
}

/** Throws 401 or 403 unless the viewer may use the route. */
function requireAccess(
  route: Route,
  viewer: Viewer | null,
  { requireAdmin2fa }: Pick<RegisterOptions, "requireAdmin2fa">,
): void {
  if (!viewer) throw httpErrors.signedOut();
  if (route.access === "admin" && !viewer.isAdmin) throw httpErrors.adminsOnly();
  const isRead = route.method === "GET" && !route.sideEffectOnGet;
  if (viewer.isSuspended && !isRead && !route.allowsSuspended) throw httpErrors.suspended();
  if (route.access === "admin" && requireAdmin2fa && !viewer.hasSecondFactor)
    throw httpErrors.secondFactorRequired();
  if (route.access === "creator" && viewer.creatorId === null) throw httpErrors.profileRequired();
  if (route.recent) requireConfirmed(viewer);
}
