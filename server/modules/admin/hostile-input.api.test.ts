import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { adminRoutes } from "../../../contract/api/admin.ts";
import { marketingRoutes } from "../../../contract/api/marketing.ts";
import type { Route } from "../../../contract/api/route.ts";
import { addressOf, nameOf } from "../../testing/calls.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const calls: Route[] = [...Object.values(adminRoutes), ...Object.values(marketingRoutes)];
const bodies: unknown[] = [
  ...[
    "",
    "null",
    "7",
    "[]",
    "{",
    '"text"',
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{}}}',
  ],
  {
    isAdmin: {},
    plan: [],
    status: {},
    to: {},
    subject: [],
    body: {},
    template: {},
    ctaLabel: {},
    ctaUrl: [],
  },
  { to: [[]], subject: "\ud800", body: "\u0000".repeat(20), template: "newsletter" },
  { email: "a".repeat(300_000), handle: "\u202e", displayName: "\u2028" },
];
const queries = [
  "page=-1",
  "page=1e999",
  "page[]=1&page[]=2",
  "search=%ff",
  "search=%00",
  "role[]=x",
  "status=x",
  "state=%27",
  "audience=",
];
const ids = ["1", "0", "-1", "x", "%00", "%ff", "1e309", "9".repeat(40), randomUUID(), "..%2f..", "%2e%2e"];

const site = testSite();
const admin = testUser(site, { admin: true });

// A test for each route, because all routes together can take half a minute on a busy machine.
test.each(calls.map((call) => [nameOf(call), call] as const))(
  "handles any administrator's input to %s without a server error",
  async (name, call) => {
    const reject = async (path: string, body?: unknown) => {
      const response = await admin.call(call.method, path, body, { "content-type": "application/json" });
      const what = `${name} ${path} ${JSON.stringify(body)?.slice(0, 80)}`;
      expect(response.status, what).toBeLessThan(500);
      if (response.status >= 400)
        expect(Object.keys(response.body).slice(0, 2), what).toEqual(["error", "code"]);
    };
    for (const parameter of ids) await reject(addressOf(call, parameter), call.body ? "{}" : undefined);
    for (const query of queries) await reject(`${addressOf(call)}?${query}`, call.body ? {} : undefined);
    if (call.body) for (const body of bodies) await reject(addressOf(call, admin.creator.user_id), body);
    expect((await admin.call("GET", "/api/admin/users")).body).toMatchObject({ total: 1 });
    expect(await site.query("select 1 from campaigns")).toEqual([]);
  },
);
