import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { addressOf, allCalls, nameOf } from "./testing/calls.ts";
import { PUBLIC_URL } from "./testing/harness.ts";
import { openSite, testSite } from "./testing/test-site.ts";

const readiness = { stopping: false, check: async () => {} };
const site = testSite(() => ({ app: { readiness } }));
beforeAll(async () => {
  site.app.get("/api/test/broken", async () => {
    throw new Error("select secret from /etc/passwd");
  });
});

describe("a path that does not exist", () => {
  test("returns 404 as JSON to an API client", async () => {
    for (const [method, path] of [
      ["GET", "/api"],
      ["GET", "/api/"],
      ["GET", "/api/nothing"],
      ["GET", "/API/nothing?x=1"],
      ["POST", "/api/nothing"],
      ["GET", "/uploads/nothing"],
      ["GET", "/assets/nothing.js"],
      ["POST", "/nothing"],
      ["DELETE", "/"],
      ["PUT", "/api/tiles"],
      ["PATCH", "/api/tiles"],
      ["GET", "/api/auth/login"],
      ["POST", "/api/public/config"],
      ["POST", "/@demo"],
    ] as const) {
      const response = await site.call(method, path);
      expect(response.status, path).toBe(404);
      expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(Object.keys(response.body)).toEqual(["error", "code"]);
    }
  });

  test("rejects methods that no route has", async () => {
    for (const method of ["OPTIONS", "TRACE", "PROPFIND"] as const) {
      const response = await site.app.inject({ method: method as "OPTIONS", url: "/api/tiles" });
      expect([400, 404, 405], method).toContain(response.statusCode);
    }
  });
});

test("returns only the request id of an internal error, which is in the log", async () => {
  const response = await site.call("GET", "/api/test/broken");
  expect(response.status).toBe(500);
  expect(response.body).toEqual({
    error: "Something went wrong on our side. Please try again.",
    code: "internal",
    requestId: expect.stringMatching(/.+/),
  });
  expect(response.headers["cache-control"]).toBe("no-store");
  const line = site.logLines.find((text) => text.includes("select secret"));
  expect(JSON.parse(line ?? "{}").reqId).toBe(response.body.requestId);
  expect((await site.call("GET", "/api/test/broken")).body.requestId).not.toBe(response.body.requestId);
  // Another process has another first part.
  expect(response.body.requestId).toMatch(/^[\w-]{8}-[0-9a-z]+$/);
  for (const text of site.logLines) expect(text.split('"reqId"').length).toBeLessThanOrEqual(2);
});

test("rejects a malformed request in the common error format", async () => {
  const json = { "content-type": "application/json" };
  const login = "/api/auth/login";
  for (const [body, headers, status] of [
    ["{", json, 400],
    ["[1,", json, 400],
    ['{"email":"a","email"', json, 400],
    [Buffer.from([0x22, 0xff, 0xfe, 0x22]), json, 400],
    ["x", { "content-type": "application/xml" }, 415],
    ["x", { "content-type": "nonsense" }, 415],
    ["a=b", { "content-type": "application/x-www-form-urlencoded" }, 415],
    [`"${"x".repeat(1024 * 1024)}"`, json, 413],
  ] as const) {
    const response = await site.call("POST", login, body, headers as Record<string, string>);
    expect(response.status, String(body).slice(0, 20)).toBe(status);
    expect(response.body.error, String(body).slice(0, 20)).toEqual(expect.any(String));
    expect(response.body.code).toEqual(expect.any(String));
  }
  for (const path of ["/api/%zz", "/uploads/%ff", "/api/public/creator/%e0%a4%a"]) {
    expect(await site.call("GET", path), path).toMatchObject({ status: 400, body: { code: "bad_request" } });
  }
});

test("returns 404 for an invalid path of a creator's page, and redirects any other to the landing page", async () => {
  for (const path of ["/%ff", "/%zz?x=%ff", "/nothing/%e0%a4%a"]) {
    const response = await site.call("GET", path);
    expect(response.status, path).toBe(302);
    expect(response.headers.location, path).toBe("/");
  }
  for (const path of ["/@%ff", "/@anna%zz?tile=1"]) {
    const response = await site.call("GET", path);
    expect(response.status, path).toBe(404);
    expect(response.headers["content-type"], path).toBe("text/html; charset=utf-8");
  }
});

test("serves a creator's page under its escaped path, too", async () => {
  const anna = await site.signUp();
  const plain = await site.call("GET", `/@${anna.creator.handle}?utm_source=mail`);
  const escaped = await site.call("GET", `/%40${anna.creator.handle}?utm_source=mail`);
  expect(escaped).toMatchObject({ status: 200, text: plain.text });
});

test("rejects JSON that is sent as text except where beacons are accepted", async () => {
  const anna = await site.signUp();
  // The access of a route is checked before its body.
  await site.sql`update users set is_admin = true where id = ${anna.creator.user_id}`;
  const takers = allCalls.filter((call) => call.body);
  expect(takers.filter((call) => call.acceptsTextBody)).toHaveLength(1);
  for (const call of takers) {
    const type = { "content-type": "text/plain;charset=UTF-8" };
    const response = await anna.call(call.method, addressOf(call), "{}", type);
    expect(response.status, nameOf(call)).toBe(call.acceptsTextBody ? 400 : 415);
    expect(response.body.code, nameOf(call)).toBe(
      call.acceptsTextBody ? "invalid_input" : "unsupported_media_type",
    );
  }
});

describe("security headers", () => {
  test("forbid every page foreign scripts, frames and plug-ins", async () => {
    for (const path of ["/", "/@nobody", "/dashboard", "/checkout/return", "/checkout/mock/x", "/orders/x"]) {
      const { headers } = await site.call("GET", path);
      const policy = new Map(
        String(headers["content-security-policy"])
          .split(";")
          .map((part) => [part.trim().split(" ")[0], part.trim().split(" ").slice(1).join(" ")]),
      );
      expect(Object.fromEntries(policy), path).toMatchObject({
        "default-src": "'self'",
        "script-src": "'self'",
        "object-src": "'none'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
        "form-action": "'self'",
      });
      expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "x-frame-options": "DENY" });
      expect(headers["x-powered-by"]).toBeUndefined();
      expect(headers["strict-transport-security"]).toBeUndefined();
    }
  });

  test("let pages of this site alone show samples of themes in frames", async () => {
    const { status, headers } = await site.call("GET", "/themes/poster");
    expect(status).toBe(200);
    expect(headers["x-frame-options"]).toBe("SAMEORIGIN");
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'self'");
    expect((await site.call("GET", "/")).headers["x-frame-options"]).toBe("DENY");
  });

  test("keep the URL of an order from other sites", async () => {
    for (const [path, policy] of [
      // Their forms need their own origin.
      ["/checkout/mock/x", "same-origin"],
      ["/orders/x", "same-origin"],
      ["/checkout/return", "no-referrer"],
      ["/auth/reset?token=x", "no-referrer"],
      ["/unsubscribe/x", "no-referrer"],
      ["/api/orders/download/x", "no-referrer"],
    ] as const) {
      expect((await site.call("GET", path)).headers["referrer-policy"], path).toBe(policy);
    }
  });

  test("allow passkeys on pages of accounts alone: to add one, and to sign in", async () => {
    const [get, create] = ["publickey-credentials-get", "publickey-credentials-create"];
    for (const [path, getting, creating] of [
      ["/", "()", "()"],
      ["/@nobody", "()", "()"],
      ["/auth", "(self)", "()"],
      ["/dashboard/settings/security", "(self)", "(self)"],
    ]) {
      const policy = String((await site.call("GET", `${path}`)).headers["permissions-policy"]).split(", ");
      expect(policy, path).toEqual(expect.arrayContaining([`${get}=${getting}`, `${create}=${creating}`]));
    }
  });

  test("switch off the browser features that no page uses", async () => {
    for (const path of ["/", "/@nobody", "/dashboard", "/orders/x", "/api/public/config"]) {
      const policy = String((await site.call("GET", path)).headers["permissions-policy"]).split(", ");
      for (const feature of ["camera", "microphone", "geolocation", "payment", "usb"]) {
        expect(policy, path).toContain(`${feature}=()`);
      }
    }
  });
});

describe("health checks", () => {
  test("report that the process is alive", async () => {
    const response = await site.call("GET", "/healthz");
    expect(response).toMatchObject({ status: 200, body: { status: "ok" } });
    expect(response.headers["cache-control"]).toBe("no-store");
  });

  test("report readiness, but not while the database is unavailable or during shutdown", async () => {
    expect(await site.call("GET", "/readyz")).toMatchObject({ status: 200, body: { status: "ready" } });
    readiness.check = () => Promise.reject(Object.assign(new Error("gone"), { code: "57P01" }));
    const notReady = await site.call("GET", "/readyz");
    expect(notReady).toMatchObject({ status: 503, body: { code: "unavailable" } });
    expect(notReady.headers["retry-after"]).toBe("2");
    const scraped = async () => (await site.call("GET", "/metrics")).text;
    expect(await scraped()).toContain('tessera_ready{needs="database"} 0\ntessera_ready{needs="running"} 1');
    readiness.check = async () => {};
    expect(await scraped()).toContain('tessera_ready{needs="database"} 1');
    readiness.stopping = true;
    expect((await site.call("GET", "/readyz")).status).toBe(503);
    expect((await site.call("GET", "/healthz")).status).toBe(200);
    readiness.stopping = false;
  });
});

test("logs a request that is not answered within a second, with its route", async () => {
  const own = await openSite({ app: { readiness: { stopping: false, check: () => delay(1_050) } } });
  await own.call("GET", "/readyz");
  const slow = own.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "slow request");
  expect(slow).toContainEqual(
    expect.objectContaining({ level: 30, method: "GET", route: "/readyz", status: 200 }),
  );
});

test("returns 503 on every route while the database is unavailable", async () => {
  const own = await openSite({ databaseUrl: "postgresql://nobody@127.0.0.1:1/nothing" });
  const cookie = "tessera_session=somebody";
  for (const [method, path, payload] of [
    ["GET", "/api/creators/me", undefined],
    ["GET", "/api/public/creator/anna", undefined],
    ["POST", "/api/auth/login", { email: "a@b.example", password: "long enough" }],
    ["POST", "/api/public/checkout", { tileId: 1 }],
  ] as const) {
    const response = await own.call(method, path, payload, { cookie });
    expect(response.status, path).toBe(503);
    expect(response.headers["retry-after"], path).toBe("2");
    expect(response.body).toEqual({
      error: "The service is not available right now. Please try again in a moment.",
      code: "unavailable",
    });
  }
});

describe("the API document", () => {
  test("has the site, the cookie, and the requests and responses of each route", async () => {
    const { status, body } = await site.call("GET", "/api/openapi.json");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      openapi: "3.1.0",
      servers: [{ url: PUBLIC_URL }],
      components: { securitySchemes: { session: { type: "apiKey", in: "cookie", name: "tessera_session" } } },
    });
    const create = body.paths["/api/tiles"].post;
    expect(create.security).toEqual([{ session: [] }, { apiKey: ["page:write"] }]);
    expect(create.description).toContain("API keys need the scope `page:write`.");
    expect(body.components.securitySchemes.apiKey).toMatchObject({ type: "http", scheme: "bearer" });
    expect(body.paths["/api/keys"].post.security).toEqual([{ session: [] }]);
    expect(create.requestBody.content["application/json"].schema.required).toEqual(["type", "title"]);
    expect(create.responses["201"].content["application/json"].schema.properties.tile.$ref).toMatch(/Tile$/);
    expect(body.paths["/api/tiles/{id}"].patch.parameters).toMatchObject([
      { name: "id", in: "path", required: true },
    ]);
    expect(body.paths["/api/public/config"].get.security).toEqual([]);
  });

  test("has a summary of every route", async () => {
    const { body } = await site.call("GET", "/api/openapi.json");
    for (const call of allCalls) {
      const path = call.path.replace(/:(\w+)/g, "{$1}");
      expect(body.paths[path][call.method.toLowerCase()].summary, path).toBe(call.summary);
    }
  });
});
