import { beforeAll, describe, expect, test } from "vitest";
import type { Route } from "../contract/api/route.ts";
import { routes } from "../contract/api/routes.ts";
import { SCOPES, type Scope } from "../contract/rules/scopes.ts";
import { newApiKey } from "./platform/api-key.ts";
import { makeKey, type TestKey } from "./testing/api-keys.ts";
import { addressOf, allCalls, nameOf } from "./testing/calls.ts";
import { testSite, testUser } from "./testing/test-site.ts";

const site = testSite();
const anna = testUser(site, { admin: true, verified: true });
const keys = new Map<Scope, TestKey>();
beforeAll(async () => {
  for (const scope of SCOPES) keys.set(scope, await makeKey(site, anna, [scope]));
});

/** Every route that a scope opens. Written out, so that a change of the contract is seen here. */
const OPENED: Record<Scope, string[]> = {
  "page:read": [
    "GET /api/announcement",
    "GET /api/appearance",
    "GET /api/campaign-links",
    "GET /api/campaign-links/:id/qr",
    "GET /api/creators/me",
    "GET /api/tiles",
    "GET /api/tiles/deleted",
    "POST /api/appearance/preview",
    "POST /api/mcp",
  ],
  "page:write": [
    "DELETE /api/campaign-links/:id",
    "DELETE /api/files/direct/:id",
    "DELETE /api/tiles/:id",
    "PATCH /api/appearance",
    "PATCH /api/campaign-links/:id",
    "PATCH /api/tiles/:id",
    "POST /api/announcement",
    "POST /api/campaign-links",
    "POST /api/creators/me",
    "POST /api/files/direct",
    "POST /api/files/direct/:id/complete",
    "POST /api/files/upload",
    "POST /api/link-previews",
    "POST /api/mcp",
    "POST /api/tiles",
    "POST /api/tiles/:id/restore",
    "POST /api/tiles/selection",
  ],
  "products:read": [
    "GET /api/discounts",
    "GET /api/discounts/deleted",
    "GET /api/discounts/series",
    "GET /api/discounts/series/:id/codes.csv",
    "GET /api/products",
    "GET /api/products/:id/files",
    "GET /api/products/:id/versions",
    "GET /api/products/deleted",
    "POST /api/mcp",
    "POST /api/products/preview",
  ],
  "products:write": [
    "DELETE /api/discounts/:id",
    "DELETE /api/discounts/series/:id",
    "DELETE /api/files/direct/:id",
    "DELETE /api/products/:id",
    "PATCH /api/discounts/:id",
    "PATCH /api/discounts/series/:id",
    "PATCH /api/products/:id",
    "POST /api/discounts",
    "POST /api/discounts/:id/restore",
    "POST /api/discounts/series",
    "POST /api/files/direct",
    "POST /api/files/direct/:id/complete",
    "POST /api/files/upload",
    "POST /api/mcp",
    "POST /api/products",
    "POST /api/products/:id/restore",
    "PUT /api/products/:id/files",
  ],
  "orders:read": [
    "GET /api/orders",
    "GET /api/orders/:id",
    "GET /api/orders/:id/buyer",
    "GET /api/orders/books",
    "GET /api/orders/overview",
    "POST /api/mcp",
  ],
  "orders:write": [
    "POST /api/mcp",
    "POST /api/orders/:id/refund",
    "POST /api/orders/:id/resend",
    "POST /api/orders/:id/ship",
    "POST /api/orders/gifts",
  ],
  "audience:read": [
    "GET /api/audience",
    "GET /api/audience/campaigns",
    "GET /api/audience/campaigns/:id",
    "GET /api/audience/letters",
    "GET /api/audience/letters/:id",
    "GET /api/audience/sending",
    "POST /api/audience/campaigns/preview",
    "POST /api/mcp",
  ],
  "audience:write": [
    "DELETE /api/audience/:id",
    "DELETE /api/audience/letters/:id",
    "PATCH /api/audience/campaigns/:id",
    "PATCH /api/audience/letters/:id",
    "POST /api/audience/letters",
    "POST /api/mcp",
  ],
  "analytics:read": [
    "GET /api/analytics/export",
    "GET /api/analytics/funnel",
    "GET /api/analytics/summary",
    "POST /api/mcp",
  ],
};

const send = (call: Route, key: Pick<TestKey, "call">, headers: Record<string, string> = {}) => {
  const type = call.bodyType === "multipart" ? "multipart/form-data; boundary=x" : "application/json";
  const payload = call.method === "GET" ? undefined : call.bodyType === "multipart" ? "--x--\r\n" : "{}";
  return key.call(call.method, addressOf(call), payload, {
    ...(payload === undefined ? {} : { "content-type": type }),
    ...headers,
  });
};
const named = (calls: readonly Route[]) => calls.map((call) => ({ call, name: nameOf(call) }));
const isKeyError = (code: unknown) => /^(api_keys|accounts|account|foreign_origin)/.test(String(code));

test("opens exactly these routes to API keys", () => {
  const opened = SCOPES.map((scope) => [
    scope,
    allCalls
      .filter((call) => call.scopes?.includes(scope))
      .map(nameOf)
      .sort(),
  ]);
  expect(Object.fromEntries(opened)).toEqual(OPENED);
});

test("never opens routes of accounts, payouts, administration or with a proof of identity", () => {
  const open = allCalls.filter((call) => call.scopes);
  for (const call of open) {
    expect(call.recent, nameOf(call)).toBeUndefined();
    expect(["creator", "signed-in"], nameOf(call)).toContain(call.access);
    expect(call.path).not.toMatch(/^\/api\/(account|admin|keys|connect|stripe|seller|feedback)/);
  }
});

describe("with a key of each scope", () => {
  test.for(named(allCalls.filter((call) => call.access !== "public")))("$name", async ({ call, name }) => {
    for (const [scope, key] of keys) {
      const { status, body, headers } = await send(call, key, {
        cookie: anna.cookie,
        // MCP checks the origin of keys, too.
        ...(call !== routes.mcp.call && { origin: "https://evil.tld" }),
      });
      if (OPENED[scope].includes(name)) {
        expect(status, scope).not.toBe(401);
        expect(isKeyError(body?.code), `${scope}: ${body?.code}`).toBe(false);
        continue;
      }
      const code = call.scopes ? "api_keys.scope_missing" : "api_keys.closed";
      expect({ status, code: body.code }, scope).toEqual({ status: 403, code });
      if (!call.scopes) continue;
      expect(body.error).toContain(call.scopes[0]);
      expect(headers["www-authenticate"]).toContain(`scope="${call.scopes.join(" ")}"`);
    }
  });
});

describe("an invalid key", () => {
  test.for(named(allCalls.filter((call) => call.access !== "public")))(
    "is rejected by $name, also beside a valid session",
    async ({ call }) => {
      for (const secret of ["", "nonsense", newApiKey()]) {
        const response = await anna.call(call.method, addressOf(call), undefined, {
          authorization: `Bearer ${secret}`,
        });
        expect(response.status).toBe(401);
        expect(response.body.code).toBe("api_keys.invalid");
        expect(response.headers["www-authenticate"]).toContain("invalid_token");
        expect(response.headers["set-cookie"]).toBeUndefined();
      }
    },
  );
});

describe("a key in the URL", () => {
  test.for(named(allCalls))("is rejected by $name", async ({ call }) => {
    const { secret } = keys.get("page:read") as TestKey;
    const response = await anna.call(call.method, `${addressOf(call)}?access_token=${secret}`);
    if (302 in call.responses) expect(response.text).not.toContain(secret);
    expect(response).toMatchObject({ status: 400, body: { code: "api_keys.in_url" } });
    expect(response.text).not.toContain(secret);
  });
});

test("does not use a key in a cookie, another header, the body or another scheme", async () => {
  const { secret } = keys.get("page:read") as TestKey;
  const places: Record<string, string>[] = [
    { cookie: `tessera_session=${secret}` },
    { cookie: `authorization=Bearer ${secret}` },
    { "x-api-key": secret },
    { authorization: `Basic ${Buffer.from(`${secret}:`).toString("base64")}` },
    { authorization: secret },
  ];
  for (const headers of places) {
    const response = await site.call("GET", "/api/tiles", undefined, headers);
    expect(response, JSON.stringify(headers)).toMatchObject({
      status: 401,
      body: { code: "accounts.signed_out" },
    });
  }
});

test("public routes and pages take no notice of a key", async () => {
  const { secret } = keys.get("page:write") as TestKey;
  const authorization = `Bearer ${secret}`;
  expect((await site.call("GET", "/api/public/config", undefined, { authorization })).status).toBe(200);
  const handles = await site.call("GET", `/api/handles?wanted=${anna.handle}`, undefined, { authorization });
  expect(handles.body.available).toBe(false);
  const foreign = { authorization, origin: "https://evil.tld", cookie: anna.cookie };
  expect((await site.call("POST", "/api/auth/logout", {}, foreign)).status).toBe(403);
  expect((await anna.call("GET", "/api/creators/me")).status).toBe(200);
});

test("logs no key, wherever it was sent", () => {
  const log = site.logLines.join("");
  expect(log).toContain("/api/tiles");
  for (const { secret } of keys.values()) expect(log).not.toContain(secret.slice(4));
});
