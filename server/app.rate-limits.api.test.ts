import { describe, expect, test } from "vitest";
import type { PageRoute } from "../contract/pages/page-route.ts";
import { pageRoutes } from "../contract/pages/page-routes.ts";
import { tooManyRequests } from "./platform/http/rate-limiter.ts";
import { addressOf, allCalls, nameOf } from "./testing/calls.ts";
import { FORM } from "./testing/factories.ts";
import { openSite, testSite } from "./testing/test-site.ts";

const publicCalls = allCalls.filter((call) => call.access === "public");
const named = publicCalls.map((call) => ({ call, name: nameOf(call) }));
const PAGES = Object.values<PageRoute>(pageRoutes).map(({ method, path, renders }) => ({
  name: `${method} ${path}`,
  method,
  path: path.replace(/:\w+/g, "x"),
  isConsole: renders === "console",
}));

describe("a route over its limit", () => {
  const consume = () => Promise.reject(tooManyRequests(7));
  const site = testSite({ limits: { consume, reset: async () => {} } });

  test.for(named)("$name returns 429 with Retry-After", async ({ call }) => {
    expect(call.limit, "a public call has a limit").toBeDefined();
    const response = await site.call(call.method, addressOf(call));
    expect(response.status).toBe(429);
    expect(response.body).toMatchObject({ code: "too_often" });
    expect(response.headers["retry-after"]).toBe("7");
  });

  test.for(PAGES)("$name renders a page with status 429", async ({ method, path }) => {
    const body = method === "POST" ? "action=x" : undefined;
    const response = await site.call(method, path, body, { ...FORM, accept: "text/html" });
    expect(response).toMatchObject({ status: 429, headers: { "retry-after": "7" } });
    expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
  });
});

test("counts reads in memory per client, and rejects them over the limit", async () => {
  const site = await openSite({ limits: "database", trustProxy: ["127.0.0.1"] });
  const from = (ip: string) => site.call("GET", "/api/public/config", undefined, { "x-forwarded-for": ip });
  const limit = publicCalls.find((call) => call.path === "/api/public/config")?.limit;
  for (let count = 0; count < (limit?.points ?? 0); count++) {
    expect((await from("192.0.2.1")).status).toBe(200);
  }
  const rejected = await from("192.0.2.1");
  expect(rejected.status).toBe(429);
  expect(Number(rejected.headers["retry-after"])).toBeGreaterThan(0);
  expect((await from("192.0.2.2")).status).toBe(200);
  expect((await site.call("GET", "/", undefined, { "x-forwarded-for": "192.0.2.1" })).status).toBe(200);
  expect(await site.query("select 1 from rate_limits")).toEqual([]);
});

describe("invalid characters in the request for a page", () => {
  const site = testSite();

  const withParameter = PAGES.filter(({ name, isConsole }) => name.includes(":") && !isConsole);
  test.for(withParameter)("$name renders a page with the error", async ({ method, path }) => {
    for (const odd of ["%00", "a%00b"]) {
      const at = path.replace(/\bx\b/, odd);
      const body = method === "POST" ? "action=x" : undefined;
      const first = await site.call(method, at, body, { ...FORM, accept: "text/html" });
      const { location } = first.headers;
      const response = location
        ? await site.call("GET", String(location), undefined, { accept: "text/html" })
        : first;
      expect([400, 404], at).toContain(response.status);
      expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
    }
  });

  test.for(PAGES.filter(({ method }) => method === "POST"))(
    "$name with them in its form does not fail",
    async ({ path }) => {
      for (const body of ["action=a%00b", "%00=1", "email=%00&action=pay", "tileId=%00"]) {
        const response = await site.call("POST", path, body, { ...FORM, accept: "text/html" });
        expect(response.status, body).toBeLessThan(500);
      }
    },
  );
});
