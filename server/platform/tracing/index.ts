import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import type { Log } from "../log/index.ts";
import { type Collector, createOtlpExporter, type Span } from "./otlp.ts";

export type Tracing = {
  /** Handles a request as one trace, until its response is sent or its connection is closed. */
  observe(request: IncomingMessage, response: ServerResponse, handle: () => void): void;
  /** Names traces by the pattern of their route, and adds the request's id, which logs and error pages have. */
  nameRoutes(app: FastifyInstance): void;
  /** Adds a span for each statement that a request sends to the database, without text and values. */
  watchQueries(pool: pg.Pool): void;
  stop(): Promise<void>;
};

type Open = { traceId: string; spanId: string; attributes: Span["attributes"]; route: string };

/** Creates traces that contain patterns of routes, never a URL, an IP, a statement's values or other personal data. `sampleRatio` is the share of requests, 0 to 1. */
export function createTracing(options: { collector: Collector; sampleRatio: number; log: Log }): Tracing {
  const exporter = createOtlpExporter(options);
  const current = new AsyncLocalStorage<Open>();
  const traces = new WeakMap<IncomingMessage, Open>();

  /** Records one statement as a part of the request that sent it. */
  async function traceQuery<T>(statement: unknown, run: () => Promise<T>): Promise<T> {
    const parent = current.getStore();
    if (!parent) return run();
    const startedAt = now();
    const operation = operationOf(statement);
    let failed = true;
    try {
      const result = await run();
      failed = false;
      return result;
    } finally {
      exporter.add({
        traceId: parent.traceId,
        spanId: newId(8),
        parentSpanId: parent.spanId,
        name: operation,
        kind: "client",
        startedAt,
        endedAt: now(),
        attributes: { "db.system.name": "postgresql", "db.operation.name": operation },
        failed,
      });
    }
  }

  /** Statements with a callback belong to one that is traced already, and streams have no promise. */
  const tracePromises =
    (query: (...args: unknown[]) => unknown) =>
    (...args: unknown[]): unknown => {
      const isPlain = typeof args.at(-1) !== "function" && !isStream(args[0]);
      return isPlain ? traceQuery(args[0], async () => query(...args)) : query(...args);
    };

  return {
    observe(request, response, handle) {
      if (Math.random() >= options.sampleRatio) return handle();
      const open: Open = { traceId: newId(16), spanId: newId(8), attributes: {}, route: "fast" };
      const startedAt = now();
      traces.set(request, open);
      response.once("close", () => {
        const method = request.method ?? "";
        const status = response.writableFinished ? response.statusCode : 499;
        exporter.add({
          traceId: open.traceId,
          spanId: open.spanId,
          name: `${method} ${open.route}`,
          kind: "server",
          startedAt,
          endedAt: now(),
          attributes: {
            ...open.attributes,
            "http.request.method": method,
            "http.route": open.route,
            "http.response.status_code": status,
          },
          failed: status >= 500,
        });
      });
      current.run(open, handle);
    },
    nameRoutes(app) {
      app.addHook("onRequest", async ({ raw, id, routeOptions }) => {
        const open = traces.get(raw);
        if (!open) return;
        open.route = routeOptions.url ?? "none";
        open.attributes["tessera.request_id"] = id;
      });
    },
    watchQueries(pool) {
      const wrap = (target: { query: unknown }) =>
        Object.assign(target, { query: tracePromises((target.query as () => unknown).bind(target)) });
      wrap(pool);
      pool.on("connect", wrap);
    },
    stop: () => exporter.stop(),
  };
}

const newId = (bytes: number) => randomBytes(bytes).toString("hex");
const now = () => BigInt(Math.round((performance.timeOrigin + performance.now()) * 1000)) * 1000n;

const textOf = (statement: unknown): string =>
  typeof statement === "string" ? statement : String((statement as { text?: unknown } | null)?.text ?? "");

/** The first word of a statement, such as SELECT. */
const operationOf = (statement: unknown) =>
  (/^\s*\(?\s*(\w+)/.exec(textOf(statement))?.[1] ?? "other").toUpperCase();

const isStream = (statement: unknown) =>
  typeof statement === "object" && statement !== null && "submit" in statement;
