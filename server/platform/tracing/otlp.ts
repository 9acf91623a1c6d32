import type { Log } from "../log/index.ts";

/** A finished step of a trace. Times are nanoseconds since 1970, ids are hexadecimal. */
export type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: "server" | "client";
  startedAt: bigint;
  endedAt: bigint;
  attributes: Record<string, string | number>;
  failed: boolean;
};

export type Collector = {
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  version: string;
};

const INTERVAL_MS = 5_000;
const MAX_BATCH = 512;
/** The number of spans that wait while the collector is unavailable; further ones are dropped. */
const MAX_WAITING = 4_096;
const TIMEOUT_MS = 5_000;
/** Numbers of the protocol: opentelemetry-proto, trace.proto. */
const KIND = { server: 2, client: 3 };
const STATUS_ERROR = 2;

/** Sends spans in batches to a collector, by OTLP over HTTP in its JSON encoding (opentelemetry.io/docs/specs/otlp). */
export function createOtlpExporter({ collector, log }: { collector: Collector; log: Log }) {
  let waiting: Span[] = [];
  let sending: Promise<void> | undefined;
  let isFailing = false;

  async function send(batch: readonly Span[]): Promise<void> {
    try {
      const response = await fetch(`${collector.endpoint}/v1/traces`, {
        method: "POST",
        headers: { "content-type": "application/json", ...collector.headers },
        body: JSON.stringify(encode(batch, collector)),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`the collector responded with ${response.status}`);
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, "collector unavailable; traces are dropped until it responds");
      isFailing = true;
    }
  }

  async function flush(): Promise<void> {
    await sending;
    if (waiting.length === 0) return;
    const batch = waiting.slice(0, MAX_BATCH);
    waiting = waiting.slice(MAX_BATCH);
    sending = send(batch).finally(() => {
      sending = undefined;
    });
    await sending;
  }

  const timer = setInterval(() => void flush(), INTERVAL_MS).unref();
  return {
    add(span: Span): void {
      if (waiting.length < MAX_WAITING) waiting.push(span);
      if (waiting.length === MAX_BATCH && !sending) void flush();
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await flush();
    },
  };
}

function encode(spans: readonly Span[], { serviceName, version }: Collector) {
  const resource = { "service.name": serviceName, "service.version": version };
  return {
    resourceSpans: [
      {
        resource: { attributes: encodeAttributes(resource) },
        scopeSpans: [{ scope: { name: "tessera" }, spans: spans.map(encodeSpan) }],
      },
    ],
  };
}

const encodeSpan = ({ kind, startedAt, endedAt, attributes, failed, ...span }: Span) => ({
  ...span,
  kind: KIND[kind],
  startTimeUnixNano: String(startedAt),
  endTimeUnixNano: String(endedAt),
  attributes: encodeAttributes(attributes),
  ...(failed ? { status: { code: STATUS_ERROR } } : {}),
});

const encodeAttributes = (attributes: Record<string, string | number>) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value },
  }));
