import { expect, test } from "vitest";
import type { Route } from "./route.ts";
import { routes } from "./routes.ts";

const allRoutes: Route[] = Object.values(routes).flatMap((domain): Route[] => Object.values(domain));

test("gives each route its own method and path", () => {
  const names = allRoutes.map((call) => `${call.method} ${call.path.replace(/:\w+/g, ":")}`);
  expect(names).toEqual([...new Set(names)]);
});

test("names exactly the parameters of its path in each route's schema", () => {
  for (const call of allRoutes) {
    const named = [...call.path.matchAll(/:(\w+)/g)].map((match) => match[1]);
    expect(Object.keys(call.params?.shape ?? {}), call.path).toEqual(named);
  }
});

test("accepts requests from other sites on public routes only", () => {
  for (const call of allRoutes.filter((call) => call.anyOrigin)) {
    expect(call.access, call.path).toBe("public");
    expect(call.path).toMatch(/^\/api\/(public\/|stripe\/webhook$|webhooks\/:provider$)/);
  }
});

test("asks only signed-in users for a recent proof", () => {
  const recent = allRoutes.filter((call) => call.recent);
  expect(recent.length).toBeGreaterThan(0);
  for (const call of recent) expect(call.access, call.path).not.toBe("public");
});

test("returns 409 for every PATCH of several fields if the entity was changed elsewhere", () => {
  // Exceptions: the interface sends one field at a time, so the last write wins.
  const lastWriteWins = [
    "/api/admin/feedback/:id",
    "/api/admin/users/:id",
    "/api/account/passkeys/:id",
    "/api/audience/campaigns/:id",
    "/api/discounts/series/:id",
    "/api/appearance",
    "/api/webhook-endpoints/:id",
    "/api/domains/:id",
  ];
  const unguarded = allRoutes.filter(({ method, errors }) => {
    const codes: readonly string[] = errors?.[409] ?? [];
    return method === "PATCH" && !codes.includes("changed");
  });
  expect(unguarded.map(({ path }) => path).sort()).toEqual(lastWriteWins.sort());
});
