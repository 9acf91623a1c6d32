import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listen } from "../../testing/listen.ts";
import { testSite } from "../../testing/test-site.ts";
import { createTracing, type Tracing } from "./index.ts";

type Attribute = { key: string; value: { stringValue?: string; intValue?: string } };
type Received = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Attribute[];
};
let tracing: Tracing;
let body = "";
const spans: Received[] = [];
const collector = createServer(async (request, response) => {
  body = Buffer.concat(await request.toArray()).toString();
  expect(request.headers).toMatchObject({ authorization: "Bearer key", "content-type": "application/json" });
  for (const { scopeSpans } of JSON.parse(body).resourceSpans) spans.push(...scopeSpans[0].spans);
  response.end("{}");
});

beforeAll(async () => {
  const { url: endpoint } = await listen(collector);
  const { pino } = await import("pino");
  tracing = createTracing({
    collector: {
      endpoint,
      headers: { authorization: "Bearer key" },
      serviceName: "shop",
      version: "1.2.3",
    },
    sampleRatio: 1,
    log: pino({ level: "silent" }),
  });
});
afterAll(() => void collector.close());
const site = testSite(() => ({ app: { tracing } }));
beforeAll(() => tracing.watchQueries(site.db.$client));

test("a request is a trace with its statements and its id, and without URL, IP, email or values", async () => {
  const anna = await site.signUp();
  const address = await site.app.listen({ port: 0, host: "127.0.0.1" });
  const response = await fetch(`${address}/api/public/creator/${anna.handle}?source=anna@example.org`);
  expect(response.status).toBe(200);
  await response.arrayBuffer();
  await tracing.stop();

  const request = spans.find(({ name }) => name === "GET /api/public/creator/:handle");
  const attributes = Object.fromEntries(
    request?.attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]) ?? [],
  );
  expect(attributes).toMatchObject({
    "http.route": "/api/public/creator/:handle",
    "http.response.status_code": "200",
    "tessera.request_id": expect.stringMatching(/-/),
  });
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(statements.map(({ name }) => name)).toContain("SELECT");
  expect(statements.every(({ traceId }) => traceId === request?.traceId)).toBe(true);
  const sent = JSON.stringify(spans);
  for (const secret of [anna.handle, "example.org", "127.0.0.1", anna.session])
    expect(sent).not.toContain(secret);
});
