import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { httpErrors } from "./app-error.ts";

/** A response starts within this time, however slow its dependencies are. */
export const REQUEST_TIMEOUT_MS = 9_000;

export const requestTimedOut = () => httpErrors.unavailable({ cause: new Error("request timed out") });

/** The time limit of a request. It is paused while the body arrives, because that time depends on the client. */
type Watch = { startedAt: number; leftMs: number; timer?: NodeJS.Timeout };

/**
 * Sends a 503 if a request takes too long. Its work may still finish, as after any 503.
 * Handlers that read their body themselves (`readsBody`) have no time limit.
 */
export function enforceRequestTimeout(
  app: FastifyInstance,
  {
    readsBody = () => false,
    requestTimeoutMs = REQUEST_TIMEOUT_MS,
  }: { readsBody?: (request: FastifyRequest) => boolean; requestTimeoutMs?: number | undefined } = {},
): void {
  const watches = new WeakMap<FastifyRequest, Watch>();

  const start = (watch: Watch, reply: FastifyReply) => {
    watch.startedAt = performance.now();
    watch.timer = setTimeout(() => {
      // A client that has left needs no response, and the operator no warning.
      if (reply.sent || reply.raw.headersSent || reply.raw.destroyed) return;
      reply.send(requestTimedOut());
      reply.send = (late) => ignore(late, reply);
    }, watch.leftMs).unref();
  };
  const pause = (watch: Watch | undefined) => {
    if (!watch) return;
    clearTimeout(watch.timer);
    watch.leftMs = Math.max(1, watch.leftMs - (performance.now() - watch.startedAt));
  };

  app.addHook("onRequest", (request, reply, done) => {
    const watch = { startedAt: 0, leftMs: requestTimeoutMs };
    watches.set(request, watch);
    start(watch, reply);
    done();
  });
  app.addHook("preParsing", (request, _reply, _payload, done) => {
    pause(watches.get(request));
    done();
  });
  app.addHook("preValidation", (request, reply, done) => {
    const watch = watches.get(request);
    if (watch && !readsBody(request)) start(watch, reply);
    done();
  });
  app.addHook("onResponse", (request, _reply, done) => {
    pause(watches.get(request));
    done();
  });
}

/** Discards a response after the 503, because Fastify would log its URL with all tokens. Closes a stream, because Node ends the process when it garbage-collects an open file. */
function ignore(late: unknown, reply: FastifyReply): FastifyReply {
  if (late instanceof Readable) late.destroy();
  return reply;
}
