import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { unavailable } from "./app-error.ts";

/** However slow what a call waits for may be, its answer begins within this. */
export const REQUEST_TIMEOUT_MS = 9_000;

export const requestTimedOut = () => unavailable(new Error("request timed out"));

/** The time that a call has left, without what its body takes to arrive: that is its sender's. */
type Watch = { begun: number; left: number; timer?: NodeJS.Timeout };

/**
 * Answers 503 in place of a call that keeps its caller waiting; what it has begun may still be done, as after any 503.
 * A handler that `readsBody` by itself is not watched.
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
    watch.begun = performance.now();
    watch.timer = setTimeout(() => {
      if (reply.sent || reply.raw.headersSent) return;
      reply.send(requestTimedOut());
      reply.send = (late) => ignore(late, reply);
    }, watch.left).unref();
  };
  const pause = (watch: Watch | undefined) => {
    if (!watch) return;
    clearTimeout(watch.timer);
    watch.left = Math.max(1, watch.left - (performance.now() - watch.begun));
  };

  app.addHook("onRequest", (request, reply, done) => {
    const watch = { begun: 0, left: requestTimeoutMs };
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

/** What comes after the 503 goes nowhere: the framework would log the address, tokens included, and leave a file open, which ends the process once its memory is collected. */
function ignore(late: unknown, reply: FastifyReply): FastifyReply {
  if (late instanceof Readable) late.destroy();
  return reply;
}
