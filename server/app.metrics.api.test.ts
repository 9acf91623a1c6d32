import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "./testing/harness.ts";

const TOKEN = "a token for the tests, long enough";
let open: TestApp;
let withToken: TestApp;
beforeAll(async () => {
  open = await createTestApp();
  withToken = await createTestApp({ settings: { metricsToken: TOKEN } });
});
afterAll(() => Promise.all([open.close(), withToken.close()]));

/** Reads the metrics over a socket, as a scraper does. */
async function scrape(site: TestApp, headers: Record<string, string> = {}) {
  const address = site.app.server.listening
    ? `http://127.0.0.1:${(site.app.server.address() as { port: number }).port}`
    : await site.app.listen({ port: 0, host: "127.0.0.1" });
  const response = await fetch(`${address}/metrics`, { headers });
  return {
    address,
    status: response.status,
    type: response.headers.get("content-type"),
    text: await response.text(),
  };
}

test("a program on this machine reads the metrics of requests, jobs, database and process", async () => {
  const anna = await open.signUp();
  const { address } = await scrape(open);
  await fetch(`${address}/api/public/creator/${anna.handle}`);
  await fetch(`${address}/api/public/creator/nobody-has-this`, { method: "GET" });
  const { status, type, text } = await scrape(open);
  expect(status).toBe(200);
  expect(type).toContain("text/plain; version=0.0.4");
  expect(text).toMatch(
    /http_request_duration_seconds_count\{method="GET",route="[^"]*:handle",status="404"\} 1/,
  );
  expect(text).toMatch(/tessera_jobs\{state="dead"\} 0/);
  expect(text).toMatch(/tessera_database_connections\{state="waiting"\} 0/);
  expect(text).toMatch(/tessera_build_info\{version="[\d.]+",node="v\d+/);
  expect(text).toMatch(/process_resident_memory_bytes \d/);
});

test("each cached page is counted once, whether it was rendered or sent at once", async () => {
  const anna = await open.signUp();
  const { address } = await scrape(open);
  const countOf = async (route: string) => {
    const { text } = await scrape(open);
    const line = `http_request_duration_seconds_count{method="GET",route="${route}",status="200"} `;
    return Number(text.split(line)[1]?.split("\n")[0] ?? 0);
  };
  const before = { fast: await countOf("fast"), rendered: await countOf("/@:handle") };
  for (let view = 0; view < 5; view++) await (await fetch(`${address}/@${anna.handle}`)).text();
  expect({ fast: await countOf("fast"), rendered: await countOf("/@:handle") }).toEqual({
    fast: before.fast + 4,
    rendered: before.rendered + 1,
  });
});

test("labels hold no handle, no email and no IP", async () => {
  const anna = await open.signUp();
  const { address } = await scrape(open);
  await fetch(`${address}/@${anna.handle}?source=anna@example.org`);
  await fetch(`${address}/surely/not/a/route/${anna.handle}`, { redirect: "manual" });
  const { text } = await scrape(open);
  expect(text).not.toContain(anna.handle);
  expect(text).not.toContain("@example.org");
  expect(text).not.toContain("127.0.0.1");
});

test("a request that a proxy forwards does not read the metrics of an installation without a token", async () => {
  for (const header of ["X-Forwarded-For", "Forwarded", "Via"]) {
    expect(await scrape(open, { [header]: "203.0.113.7" })).toMatchObject({ status: 404 });
  }
});

test("a request for another host does not read the metrics of an installation without a token", async () => {
  for (const host of ["shop.example", "203.0.113.7:3000", "localhost.shop.example", "["])
    expect((await open.call("GET", "/metrics", undefined, { host })).status, host).toBe(404);
  for (const host of ["localhost:3000", "127.0.0.1", "[::1]:3000"])
    expect((await open.call("GET", "/metrics", undefined, { host })).status, host).toBe(200);
});

test("with a token configured, only a request with it reads the metrics, through a proxy too", async () => {
  expect((await scrape(withToken)).status).toBe(404);
  expect((await scrape(withToken, { Authorization: "Bearer another token" })).status).toBe(404);
  const headers = { Authorization: `Bearer ${TOKEN}`, "X-Forwarded-For": "203.0.113.7" };
  expect((await scrape(withToken, headers)).status).toBe(200);
});

test("every metric of the dashboard exists", async () => {
  const { text } = await scrape(open);
  const known = new Set([...text.matchAll(/^([a-z_0-9]+)[{ ]/gm)].map(([, name]) => name));
  const dashboard: { panels: { targets: { expr: string }[] }[] } = JSON.parse(
    await readFile("deploy/grafana.json", "utf8"),
  );
  const named = dashboard.panels
    .flatMap(({ targets }) => targets.map(({ expr }) => expr))
    .flatMap((expression) => expression.match(/\b(tessera|http|process|nodejs)_\w+/g) ?? []);
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});
