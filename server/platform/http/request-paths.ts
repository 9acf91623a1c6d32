import type { IncomingMessage, RequestListener } from "node:http";
import type { Tracing } from "../tracing/index.ts";
import type { FastPathHandler, ImmediateHandler } from "./fast-path.ts";
import type { Metrics } from "./metrics.ts";

/** The paths of a request before the framework, in their order. */
export type RequestPaths = {
  immediate: ImmediateHandler[];
  fast: FastPathHandler[];
  /** Tries the immediate paths, whose requests need no listener of their own. */
  respondAtOnce: ImmediateHandler;
  /** Returns the listener for all other requests, which the framework's handler receives last. */
  listenerBefore(handle: RequestListener): RequestListener;
};

export function createRequestPaths(deps: {
  readForwarded: (request: IncomingMessage) => void;
  metrics: Metrics;
  tracing: Tracing | undefined;
}): RequestPaths {
  const { readForwarded, metrics, tracing } = deps;
  const immediate: ImmediateHandler[] = [];
  const fast: FastPathHandler[] = [];
  return {
    immediate,
    fast,
    respondAtOnce(request, response) {
      readForwarded(request);
      // A trace covers all of a request.
      if (tracing) return false;
      const startedAt = performance.now();
      for (const handler of immediate) {
        if (!handler(request, response)) continue;
        metrics.countImmediate(response, startedAt);
        return true;
      }
      return false;
    },
    listenerBefore: (handle) => (request, response) => {
      metrics.observe(request, response);
      const next = () => handle(request, response);
      const respond = () => {
        if (tracing && immediate.some((handler) => handler(request, response))) return;
        if (!fast.some((handler) => handler(request, response, next))) next();
      };
      if (tracing) tracing.observe(request, response, respond);
      else respond();
    },
  };
}
