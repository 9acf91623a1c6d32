import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { bodyLimitOf, type ResponseOf, type Route } from "../../../contract/api/route.ts";
import { hasApiKey } from "../api-key.ts";
import { parseJson } from "../json.ts";
import { type AccessOptions, admitRequest } from "./access.ts";
import { httpErrors } from "./app-error.ts";
import { sendJson } from "./compressed-json.ts";
import { sendErrorPage } from "./errors.ts";
import { type OwnerFinders, withoutForeign } from "./foreign-input.ts";
import { ownHostOf } from "./host-gate.ts";
import { type Answer, idempotentRequest } from "./idempotency.ts";
import { hasInvalidText, parseInput } from "./validation.ts";
import type { CreatorViewer, KeyViewer, Viewer } from "./viewer.ts";

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** The type of the viewer that a route's access guarantees. Routes with scopes also serve API keys. */
type ViewerOf<R extends Route> = R["access"] extends "public"
  ? null
  :
      | (R["access"] extends "signed-in" | "admin" ? Viewer : CreatorViewer)
      | (R extends { scopes: readonly unknown[] } ? KeyViewer : never);

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

/** Registers the handler of a route of the contract, with its checks of access, origin, rate limit and input. The route is added to `registered`. */
export function createRouteRegistrar(
  app: FastifyInstance,
  options: AccessOptions & { owners: OwnerFinders },
  registered: Route[],
): RegisterRoute {
  const viewers = new WeakMap<FastifyRequest, Viewer | KeyViewer | null>();
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
      onRequest: async (request, reply) => {
        if (hasApiKey(request.url)) throw httpErrors.keyInUrl();
        viewers.set(request, await admitRequest(route, { request, reply }, options));
      },
      handler: async (request, reply) => {
        const body = route.acceptsTextBody ? parseTextBody(request.body) : request.body;
        // A link is opened in a browser, so its handler redirects to a page whatever the query is.
        const given = 302 in route.responses ? [] : [request.query, route.bodyType ? null : body];
        if (hasInvalidText([request.params, given])) throw httpErrors.invalidCharacters();
        reply.header("Cache-Control", "no-store");
        const own = ownHostOf(request.raw);
        const keepOwn = <T>(input: T) => (own ? withoutForeign(input, own, options.owners) : input);
        const context = {
          params: await keepOwn(parse(route.params, request.params)),
          query: await keepOwn(parse(route.query, withoutEmpty(request.query))),
          body: await keepOwn(route.bodyType ? undefined : parse(route.body, body)),
          viewer: viewers.get(request) ?? null,
          request,
          reply,
        };
        const work = async (): Promise<Answer | undefined> => {
          const result = await handler(context as RequestContext<typeof route>);
          // True when the handler has sent the response itself. Its return value does not show this, because a reply is thenable and `await` resolves it.
          if (reply.sent || reply.raw.headersSent) return undefined;
          // A handler with several successful statuses has set its own.
          const status = reply.statusCode in route.responses ? reply.statusCode : success;
          const response = route.responses[status] ?? null;
          return { status, body: response && JSON.stringify(response.parse(result)) };
        };
        const once = idempotentRequest(route, request, context.viewer);
        const answer = once ? await options.keys.runOnce(once, work) : await work();
        if (!answer) return reply;
        if ("isRepeated" in answer) reply.header("Idempotent-Replayed", "true");
        reply.code(answer.status);
        return answer.body === null ? reply.send() : sendJson(request, reply, Buffer.from(answer.body));
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
