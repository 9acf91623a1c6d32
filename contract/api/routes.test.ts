import { expect, test } from "vitest";
import type { Route } from "./route.ts";
import { routes } from "./routes.ts";

const calls: Route[] = Object.values(routes).flatMap((domain): Route[] => Object.values(domain));

test("no two routes share method and path", () => {
  const names = calls.map((call) => `${call.method} ${call.path.replace(/:\w+/g, ":")}`);
  expect(names).toEqual([...new Set(names)]);
});

test("every parameter of a path has a schema, and nothing else has", () => {
  for (const call of calls) {
    const named = [...call.path.matchAll(/:(\w+)/g)].map((match) => match[1]);
    expect(Object.keys(call.params?.shape ?? {}), call.path).toEqual(named);
  }
});

test("only routes without a session accept requests from other sites", () => {
  for (const call of calls.filter((call) => call.anyOrigin)) {
    expect(call.access, call.path).toBe("public");
    expect(call.path).toMatch(/^\/api\/(public\/|stripe\/webhook$|webhooks\/:provider$)/);
  }
});

test("only signed-in users are asked for a recent proof", () => {
  const recent = calls.filter((call) => call.recent);
  expect(recent.length).toBeGreaterThan(0);
  for (const call of recent) expect(call.access, call.path).not.toBe("public");
});

test("every change of several fields is rejected if it was changed elsewhere", () => {
  // Exceptions that send single fields, where the last choice is right.
  const lastOneWins = [
    "/api/admin/feedback/:id",
    "/api/admin/users/:id",
    "/api/account/passkeys/:id",
    "/api/audience/campaigns/:id",
    "/api/discounts/series/:id",
    "/api/appearance",
  ];
  const unguarded = calls.filter(({ method, errors }) => {
    const codes: readonly string[] = errors?.[409] ?? [];
    return method === "PATCH" && !codes.includes("changed");
  });
  expect(unguarded.map(({ path }) => path).sort()).toEqual(lastOneWins.sort());
});
