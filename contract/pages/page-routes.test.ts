import { describe, expect, expectTypeOf, test } from "vitest";
import { CONSOLE_PATHS } from "./console-page-routes.ts";
import { PAGE_PREFIXES, PRIVATE_PREFIXES } from "./page-prefixes.ts";
import type { PageRoute } from "./page-route.ts";
import { pageRoutes } from "./page-routes.ts";
import type { PageName } from "./pages.ts";

const routes = Object.entries<PageRoute>(pageRoutes);

test("defines a route for every server-rendered page", () => {
  type Rendered = (typeof pageRoutes)[keyof typeof pageRoutes]["renders"];
  expectTypeOf<PageName>().toEqualTypeOf<Exclude<Rendered, "console" | "file">[number]>();
});

test("matches each request with one route", () => {
  const requests = routes.map(([, { method, path }]) => `${method} ${path.replaceAll(/:\w+/g, ":")}`);
  expect(new Set(requests).size).toBe(requests.length);
});

test.for(routes.filter(([, { notFound }]) => notFound))(
  "renders the page of %s for an unknown entity",
  ([, { renders, notFound }]) => {
    expect(renders).toContain(notFound?.page);
  },
);

test.for(routes.filter(([, { method }]) => method === "POST"))(
  "lets the form %s post to its own URL only if the browser sends the origin",
  ([, route]) => {
    const page = routes.find(([, { method, path }]) => method === "GET" && path === route.path)?.[1];
    if (!route.anyOrigin) expect(page?.referrerPolicy).not.toBe("no-referrer");
  },
);

describe("invalid input of a page counts as missing", () => {
  test.for([
    [
      { tile: "7", from: "36" },
      { tile: 7, from: 36 },
    ],
    [
      { tile: "0", from: "-1" },
      { tile: null, from: 0 },
    ],
    [
      { tile: "x", from: "1.5" },
      { tile: null, from: 0 },
    ],
    [
      { tile: ["1", "2"], from: ["1", "2"] },
      { tile: null, from: 0 },
    ],
    [
      { tile: "99999999999999999999", from: "9999999" },
      { tile: null, from: 0 },
    ],
    [{}, { tile: null, from: 0 }],
  ] as const)("parses a creator's page with %j", ([query, parsed]) => {
    expect(pageRoutes.creator.query.parse(query)).toEqual(parsed);
  });

  test.for([
    [undefined, "pending"],
    ["pending", "pending"],
    ["success", "success"],
    ["cancelled", "failure"],
    ["", "failure"],
  ] as const)("reads the return from a checkout with status %s", ([status, shown]) => {
    const query = pageRoutes.checkoutReturn.query.parse({ status, handle: "x".repeat(513), order: "" });
    const absent = { downloadToken: null, handle: null, order: null, checkout: null, look: 0 };
    expect(query).toEqual({ status: shown, ...absent });
  });
});

test("excludes only private pages from search engines", () => {
  expect(PRIVATE_PREFIXES).toEqual([
    "/api/",
    "/auth",
    "/dashboard",
    "/admin",
    "/checkout",
    "/orders/",
    "/library",
    "/gift/",
    "/withdraw",
    "/signup",
    "/signup/",
    "/report",
    "/unsubscribe/",
    "/sandbox",
  ]);
  const open = routes.filter(([, route]) => !route.private).map(([, { path }]) => path);
  for (const path of open)
    expect(
      PRIVATE_PREFIXES.some((prefix) => path.startsWith(prefix)),
      path,
    ).toBe(false);
});

test("covers every route except the landing page with the prefixes", () => {
  for (const [, { path }] of routes) {
    if (path !== "/")
      expect(
        PAGE_PREFIXES.some((prefix) => path.startsWith(prefix)),
        path,
      ).toBe(true);
  }
  expect(CONSOLE_PATHS).toContain("/dashboard");
});
