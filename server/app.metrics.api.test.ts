import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { LOW_ABOVE_RESERVE_BYTES } from "./platform/disk.ts";
import type { TestApp } from "./testing/harness.ts";
import { testSite } from "./testing/test-site.ts";

const TOKEN = "a token for the tests, long enough";
const open = testSite();
const withToken = testSite({ settings: { metricsToken: TOKEN } });

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

test("returns the metrics of requests, jobs, database and process to a program on this machine", async () => {
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
  expect(text).toMatch(/tessera_jobs\{queue="mail\.deliver",state="dead"\} 0/);
  expect(text).toMatch(/tessera_oldest_job_seconds\{queue="mail\.deliver"\} 0/);
  expect(text).toMatch(/tessera_payments_total\{outcome="late"\} 0/);
  expect(text).toMatch(/tessera_worker_restarts_total 0/);
  expect(text).toMatch(/tessera_database_restarts_total 0/);
  expect(text).toMatch(/tessera_memory_bytes\{state="available"\} [1-9]/);
  expect(text).toMatch(/tessera_database_bytes [1-9]\d{5}/);
  expect(text).toMatch(/tessera_database_server_connections\{state="used"\} [1-9]/);
  expect(text).toMatch(/tessera_database_used_connections\{use="requests"\} [1-9]/);
  expect(text).toMatch(/tessera_database_used_connections\{use="notices"\} 1/);
  expect(text).toMatch(/tessera_database_connections\{state="waiting"\} 0/);
  expect(text).toMatch(/tessera_build_info\{version="[\d.]+",node="v\d+/);
  expect(text).toMatch(/process_resident_memory_bytes \d/);
});

test("counts each cached page once, rendered or sent at once", async () => {
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

test("has no handle, no email and no IP in labels", async () => {
  const anna = await open.signUp();
  const { address } = await scrape(open);
  await fetch(`${address}/@${anna.handle}?source=anna@example.org`);
  await fetch(`${address}/surely/not/a/route/${anna.handle}`, { redirect: "manual" });
  const { text } = await scrape(open);
  expect(text).not.toContain(anna.handle);
  expect(text).not.toContain("@example.org");
  expect(text).not.toContain("127.0.0.1");
});

test("rejects a forwarded request for metrics without a token", async () => {
  const headers = [
    "X-Forwarded-For",
    "X-Forwarded-Proto",
    "X-Real-IP",
    "CF-Connecting-IP",
    "Forwarded",
    "Via",
  ];
  for (const header of headers)
    expect(await scrape(open, { [header]: "203.0.113.7" }), header).toMatchObject({ status: 404 });
});

test("rejects a request for metrics at another host without a token", async () => {
  for (const host of ["shop.example", "203.0.113.7:3000", "localhost.shop.example", "["])
    expect((await open.call("GET", "/metrics", undefined, { host })).status, host).toBe(404);
  for (const host of ["localhost:3000", "127.0.0.1", "[::1]:3000"])
    expect((await open.call("GET", "/metrics", undefined, { host })).status, host).toBe(200);
});

test("requires a configured token for metrics, through a proxy too", async () => {
  expect((await scrape(withToken)).status).toBe(404);
  expect((await scrape(withToken, { Authorization: "Bearer another token" })).status).toBe(404);
  const headers = { Authorization: `Bearer ${TOKEN}`, "X-Forwarded-For": "203.0.113.7" };
  expect((await scrape(withToken, headers)).status).toBe(200);
});

/** Returns the metrics and the label values that a text names. */
function seriesOf(text: string): { names: string[]; labels: string[] } {
  const names = text.match(/\b(tessera|http|process|nodejs)_\w+/g) ?? [];
  const selectors = [...text.matchAll(/\b(tessera_\w+)\{([^}]*)\}/g)];
  const labels = selectors.flatMap(([, name, selector = ""]) =>
    [...selector.matchAll(/(\w+)="([^"]+)"/g)]
      // Prometheus adds the name of the scrape.
      .filter(([, label]) => label !== "job")
      .map(([, label, value]) => `${name} ${label}="${value}"`),
  );
  return { names, labels };
}

/** Returns the names in a text that are no metric of an installation. */
async function missingOf(text: string): Promise<string[]> {
  const metrics = (await scrape(open)).text;
  const known = new Set([...metrics.matchAll(/^([a-z_0-9]+)[{ ]/gm)].map(([, name]) => name));
  // A histogram is named without the suffixes of its series, and a figure may be absent.
  for (const [, name] of metrics.matchAll(/^# TYPE (\w+) /gm)) known.add(name);
  const lines = metrics.split("\n");
  const { names, labels } = seriesOf(text);
  const isLabelled = (series: string) => {
    const [name, label = ""] = series.split(" ");
    return lines.some((line) => line.startsWith(`${name}{`) && line.includes(label));
  };
  return [...names.filter((name) => !known.has(name)), ...labels.filter((series) => !isLabelled(series))];
}

test("uses existing metrics in the dashboard, among them free disk and waiting visits", async () => {
  const dashboard: { panels: { targets: { expr: string }[] }[] } = JSON.parse(
    await readFile("deploy/grafana.json", "utf8"),
  );
  const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join("\n");
  expect(seriesOf(expressions).names.length).toBeGreaterThan(15);
  expect(await missingOf(expressions)).toEqual([]);
  expect(expressions).toContain("tessera_disk_bytes");
  expect(expressions).toContain("tessera_oldest_pending_count_seconds");
});

test("uses existing metrics and labels in the alerts, and fires each alert in a test case", async () => {
  const rules = await readFile("deploy/alerts.yml", "utf8");
  const cases = await readFile("deploy/alert-cases.yml", "utf8");
  const names = [...rules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(20);
  expect(rules).toContain(
    `< ${LOW_ABOVE_RESERVE_BYTES} + max by (instance) (tessera_disk_bytes{state="reserve"})`,
  );
  expect(await missingOf(rules)).toEqual([]);
  expect(names.filter((name) => !cases.includes(`alertname="${name}",alertstate="firing"`))).toEqual([]);
  for (const rule of rules.split(/^ +- alert: /m).slice(1)) {
    expect(rule).toMatch(/^\w+\n +expr: [\s\S]*\n +severity: (page|ticket)\n[\s\S]*\n +summary: \S.*\./);
  }
});

test("names only existing metrics in the documentation, and documents every own metric", async () => {
  const page = await readFile("docs/monitor.md", "utf8");
  expect(await missingOf(page.replaceAll("process_*", "").replaceAll("nodejs_*", ""))).toEqual([]);
  const own = (await scrape(open)).text.match(/^# TYPE (tessera_\w+)/gm) ?? [];
  for (const name of own) expect(page, "undocumented").toContain(name.replace("# TYPE ", ""));
});

test("finds a name or a label that no metric has", async () => {
  expect(await missingOf('tessera_disk_free < 1 and tessera_disk_bytes{state="full"}')).toEqual([
    "tessera_disk_free",
    'tessera_disk_bytes state="full"',
  ]);
});
