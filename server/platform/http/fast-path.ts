import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import proxyAddr from "@fastify/proxy-addr";
import type { z } from "zod";
import type { Route } from "../../../contract/api/route.ts";
import { parseJson } from "../json.ts";
import type { Log } from "../log/index.ts";
import { describeFailure } from "./errors.ts";
import { limitName, type RateLimiter } from "./rate-limiter.ts";
import { createRequestId } from "./request-id.ts";
import { REQUEST_TIMEOUT_MS, requestTimedOut } from "./request-timeout.ts";
import type { SecurityHeaders } from "./security-headers.ts";
import { hasInvalidText } from "./validation.ts";

/** Handles a request before the framework, or returns false to leave it to the framework. After true, a handler can still pass on the unread request by `leave`. */
export type FastPathHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  leave: () => void,
) => boolean;

/** Sends a complete response before the framework, in the same turn of the event loop, or returns false. */
export type ImmediateHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/** The client of a request, in the fields that a Fastify request has as well. */
export type Caller = { ip: string; headers: IncomingHttpHeaders; socket: Socket };

/** A public route with a small JSON body and an empty response. */
type JsonFastPath<Body extends z.ZodType> = Route & {
  method: "POST";
  access: "public";
  anyOrigin: true;
  body: Body;
};

export type FastPathDeps = {
  server: Server;
  policy: SecurityHeaders;
  limits: RateLimiter;
  log: Log;
  /** Proxies whose `X-Forwarded-For` is trusted. */
  trustProxy: string[] | undefined;
  /** The time after which a request gets a 503, by default 9 seconds. */
  requestTimeoutMs?: number;
};

const PLAIN_TYPE = /^(application\/json|text\/plain)(; ?charset=utf-8)?$/i;
/** Escapes may hide text that cannot be stored, and the framework rejects these names. */
const UNUSUAL = /\\|__proto__|constructor/;

/** Chunked bodies have no length, and the framework rejects empty ones. */
const isSmall = (length: string | undefined) => Number(length) > 0 && Number(length) <= 4096;

/** Creates a fast path for a route with thousands of requests per second. It handles small valid bodies and leaves all other requests to the framework. */
export function createJsonFastPath<Body extends z.ZodType>(
  route: JsonFastPath<Body>,
  deps: FastPathDeps,
  handler: (call: { caller: Caller; body: z.output<Body> }) => Promise<void>,
  /** Returns whether the framework must handle a request. */
  isLeft: (request: IncomingMessage, body: z.output<Body>) => boolean = () => false,
): FastPathHandler {
  const { server, limits, log, requestTimeoutMs = REQUEST_TIMEOUT_MS } = deps;
  const status = Number(Object.keys(route.responses)[0]);
  const always = Object.entries({ ...deps.policy, "cache-control": "no-store" });
  const head = [...always, ["content-length", "0"]].flatMap(([name, value]) => [String(name), String(value)]);
  const addressOf = clientAddress(deps.trustProxy);

  const parse = (text: string) => {
    if (UNUSUAL.test(text)) return undefined;
    try {
      const { success, data } = route.body.safeParse(parseJson(text));
      return success && !hasInvalidText(data) ? { data } : undefined;
    } catch {
      return undefined;
    }
  };

  const reject = (error: unknown, response: ServerResponse) => {
    const requestId = createRequestId();
    const failure = describeFailure(error, {
      log: log.child({ reqId: requestId }),
      requestId,
      method: route.method,
      route: route.path,
    });
    for (const [name, value] of [...always, ...failure.headers]) response.setHeader(name, value ?? "");
    response.setHeader("content-length", Buffer.byteLength(failure.body));
    response.writeHead(failure.status).end(failure.body);
  };

  const respond = async (caller: Caller, body: z.output<Body>, response: ServerResponse) => {
    const timeout = setTimeout(() => reject(requestTimedOut(), response), requestTimeoutMs).unref();
    try {
      if (route.limit) await limits.consume({ name: limitName(route), key: caller.ip, ...route.limit });
      await handler({ caller, body });
      if (!response.headersSent) response.writeHead(status, head).end();
    } catch (error) {
      if (!response.headersSent) reject(error, response);
    } finally {
      clearTimeout(timeout);
    }
  };

  return (request, response, leave) => {
    const { headers } = request;
    if (request.url !== route.path || request.method !== route.method || !server.listening) return false;
    if (!PLAIN_TYPE.test(headers["content-type"] ?? "") || !isSmall(headers["content-length"])) return false;
    // At this point the parser has processed all bytes that arrived with the head. A body that arrives later is left to the framework.
    setImmediate(() => {
      const bytes: Buffer | null = request.complete ? request.read() : null;
      const body = bytes && parse(bytes.toString());
      if (!body || isLeft(request, body.data)) {
        if (bytes) request.unshift(bytes);
        return leave();
      }
      const caller = { ip: addressOf(request), headers, socket: request.socket };
      void respond(caller, body.data, response);
    });
    return true;
  };
}

/** Returns the client's IP by the framework's rule. */
function clientAddress(trustProxy: string[] | undefined): (request: IncomingMessage) => string {
  if (!trustProxy) return ({ socket }) => socket.remoteAddress ?? "";
  const isTrusted = proxyAddr.compile(trustProxy);
  return (request) => proxyAddr(request, isTrusted);
}
