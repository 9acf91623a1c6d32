import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { collectDefaultMetrics, Histogram, type Metric, Registry } from "prom-client";
import type { Database } from "../database/index.ts";
import type { DiskSpace } from "../disk.ts";
import type { Jobs } from "../jobs/port.ts";
import type { Log } from "../log/index.ts";
import { isLoopback } from "../loopback.ts";
import type { InstallationGauge, ProcessMetric } from "../metrics.ts";
import { unmapIPv4 } from "../net/ip.ts";
import { httpErrors } from "./app-error.ts";
import { addInstallationGauge, addProcessMetric } from "./gauges.ts";
import type { Readiness } from "./health.ts";
import { addPlatformMetrics } from "./platform-metrics.ts";
import { metricsReader } from "./worker-metrics.ts";

/** From about a millisecond, which a cached page takes, to beyond the 9 seconds that a request may take. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type Metrics = {
  /** Measures a request until its response is sent or its connection is closed. */
  observe(request: IncomingMessage, response: ServerResponse): void;
  /** Counts a GET whose complete response, 200 or 304, was passed to the socket at once. Measures the time until then, so that no listener waits for the client. */
  countImmediate(response: ServerResponse, startedAt: number): void;
  /** Registers `/metrics` for programs on this machine, or if a token is set, for programs that send it. */
  addRoute(app: FastifyInstance): void;
};

/** Creates the metrics of this process, in Prometheus' format. With WORKERS, `/metrics` has the sums over all workers. Labels hold patterns of routes, never a URL, an IP or other personal data. */
export function createMetrics(deps: {
  db: Database;
  jobs: Jobs;
  disk: DiskSpace;
  log: Log;
  version: string;
  readiness: Readiness;
  databaseRestarts?: (() => number) | undefined;
  token: string | undefined;
  gauges?: readonly InstallationGauge[];
  processMetrics?: readonly ProcessMetric[];
}): Metrics {
  const registry = new Registry();
  for (const metric of metricsOfProcess()) registry.registerMetric(metric);
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from the head of a request to the end of its response, or for a cached page until its bytes are in the socket; the route is a pattern, or `fast` for pages and events that are served before the router.",
    labelNames: ["method", "route", "status"],
    buckets: BUCKETS,
    registers: [registry],
  });
  addPlatformMetrics(registry, deps);
  for (const gauge of deps.gauges ?? []) addInstallationGauge(registry, gauge, deps.log);
  for (const metric of deps.processMetrics ?? []) addProcessMetric(registry, metric);
  const readAll = metricsReader(registry);
  const patterns = new WeakMap<IncomingMessage, string>();

  const sums = new Map(
    [200, 304].map((status) => [status, observerOf(durations, { method: "GET", route: "fast", status })]),
  );

  const count = (request: IncomingMessage, status: number, startedAt: number) => {
    const route = patterns.get(request) ?? "fast";
    durations.observe({ method: methodOf(request), route, status }, (performance.now() - startedAt) / 1000);
  };

  return {
    observe(request, response) {
      const startedAt = performance.now();
      // 499 is the status that proxies log for a client that left before the response.
      response.once("close", () =>
        count(request, response.writableFinished ? response.statusCode : 499, startedAt),
      );
    },
    countImmediate({ statusCode }, startedAt) {
      sums.get(statusCode)?.((performance.now() - startedAt) / 1000);
    },
    addRoute(app) {
      app.addHook("onRequest", async ({ raw, routeOptions }) => {
        patterns.set(raw, routeOptions.url ?? "none");
      });
      app.get("/metrics", async (request, reply) => {
        requireReader(request, deps.token);
        return reply
          .type(registry.contentType)
          .header("Cache-Control", "no-store")
          .send(await readAll());
      });
    },
  };
}

let processRegistry: Registry | undefined;

/** Returns the metrics of this process. They are collected once: a collection starts a timer of ten milliseconds and an observer of garbage collections, and never stops them. */
function metricsOfProcess() {
  if (!processRegistry) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
  }
  return processRegistry.getMetricsAsArray() as unknown as Metric[];
}

/** The data of prom-client for one combination of labels. */
type Sums = { labels: object; bucketValues: Record<string, number>; sum: number; count: number };

/** Returns `observe` for fixed labels. For each observation prom-client would check, copy and hash them, which takes a twentieth of the time of a cached page. */
function observerOf<Label extends string>(
  histogram: Histogram<Label>,
  labels: Record<Label, string | number>,
): (seconds: number) => void {
  histogram.zero(labels);
  const { hashMap } = histogram as unknown as { hashMap: Record<string, Sums> };
  const sums = Object.values(hashMap).find((each) => each.labels === labels);
  if (!sums) throw new Error("prom-client stores its sums in another way");
  const bounds = BUCKETS.map((bound) => ({ bound, key: String(bound) }));
  return (seconds) => {
    sums.sum += seconds;
    sums.count += 1;
    for (const { bound, key } of bounds) {
      if (seconds > bound) continue;
      sums.bucketValues[key] = (sums.bucketValues[key] ?? 0) + 1;
      return;
    }
  };
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Clients can send any method, and each value of a label takes memory. */
const methodOf = ({ method = "" }: IncomingMessage) => (METHODS.has(method) ? method : "other");

/** Throws 404 unless the request comes from this machine itself, or has the token. */
function requireReader({ headers, socket }: FastifyRequest, token: string | undefined): void {
  const isAllowed =
    token === undefined
      ? isDirectlyLocal({ headers, socket })
      : isSame(headers.authorization ?? "", `Bearer ${token}`);
  if (!isAllowed) throw httpErrors.noResource();
}

/** Matches headers in which proxies, tunnels and CDNs name the client of a forwarded request. */
const FORWARDED =
  /^(?:forwarded|via|x-forwarded-.+|x-real-ip|(?:x|true)-client-ip|cf-connecting-ip|fastly-client-ip)$/;

/** Returns true for a request of a program on this machine, unless a proxy here forwards it for somebody else. */
function isDirectlyLocal({ headers, socket }: Pick<FastifyRequest, "headers" | "socket">): boolean {
  if (Object.keys(headers).some((name) => FORWARDED.test(name))) return false;
  // Many proxies and tunnels send none of these headers, but keep the requested host.
  const origin = `http://${headers.host ?? ""}`;
  if (!URL.canParse(origin) || !isLoopback(new URL(origin).hostname)) return false;
  const ip = unmapIPv4(socket.remoteAddress ?? "");
  return ip === "::1" || ip.startsWith("127.");
}

function isSame(actual: string, expected: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(actual), hash(expected));
}
