import type { IncomingMessage, RequestListener } from "node:http";
import type { Log } from "../log/index.ts";
import type { FastPathHandler, ImmediateHandler } from "./fast-path.ts";
import type { Metrics } from "./metrics.ts";

/** The handlers that receive a request before the framework, in their order. */
export type RequestPaths = {
  immediate: ImmediateHandler[];
  fast: FastPathHandler[];
  /** Tries the immediate handlers. Their requests need no listener for the end of the response. */
  respondAtOnce: ImmediateHandler;
  /** Returns the listener for all other requests, which the framework's handler receives last. */
  listenerBefore(handle: RequestListener): RequestListener;
};

export function createRequestPaths(deps: {
  readForwarded: (request: IncomingMessage) => void;
  metrics: Metrics;
  /** Decides by the host, before every other handler. Undefined if any host may be requested. */
  gate: ImmediateHandler | undefined;
  /** The log for requests that the framework does not see, or undefined if access is not logged. */
  accessLog: Pick<Log, "info"> | undefined;
}): RequestPaths {
  const { readForwarded, metrics, accessLog, gate } = deps;
  const immediate: ImmediateHandler[] = gate ? [gate] : [];
  const fast: FastPathHandler[] = [];
  return {
    immediate,
    fast,
    respondAtOnce(request, response) {
      readForwarded(request);
      const startedAt = performance.now();
      for (const handler of immediate) {
        if (!handler(request, response)) continue;
        metrics.countImmediate(response, startedAt);
        if (accessLog) logAccess(accessLog, request, { status: response.statusCode, startedAt });
        return true;
      }
      return false;
    },
    listenerBefore: (handle) => (request, response) => {
      metrics.observe(request, response);
      let isFast = true;
      const next = () => {
        isFast = false;
        handle(request, response);
      };
      if (accessLog) {
        const startedAt = performance.now();
        response.once("close", () => {
          const status = response.writableFinished ? response.statusCode : 499;
          if (isFast) logAccess(accessLog, request, { status, startedAt });
        });
      }
      if (!fast.some((handler) => handler(request, response, next))) next();
    },
  };
}

/** Logs a request like the framework does, with the route that it has in the metrics. */
function logAccess(
  log: Pick<Log, "info">,
  { method }: IncomingMessage,
  { status, startedAt }: { status: number; startedAt: number },
): void {
  log.info(
    { method, route: "fast", status, ms: Math.round(performance.now() - startedAt) },
    "request completed",
  );
}
