import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryRouter, parsePath, type RouteObject } from "react-router";
import { RouterProvider } from "react-router/dom";
import { render } from "vitest-browser-react";
import { adminOverviewRoutes } from "../../contract/api/admin-overview.ts";
import { type Creator, creatorRoutes } from "../../contract/api/creators.ts";
import { orderOverviewRoutes } from "../../contract/api/order-totals.ts";
import { pagePreviewRoutes } from "../../contract/api/page-preview.ts";
import { passkeyRoutes } from "../../contract/api/passkeys.ts";
import { secondFactorRoutes } from "../../contract/api/second-factor.ts";
import { storefrontRoutes } from "../../contract/api/storefront.ts";
import { Handle } from "../../contract/rules/handles.ts";
import { DEFAULT_SITE, type Site } from "../../contract/rules/site.ts";
import { consoleRoutes } from "../app/router.tsx";
import { createQueryClient } from "../lib/query-client.ts";
import { meQuery } from "../lib/session.ts";
import { SiteContext } from "../lib/site-context.ts";
import { aConfig, aCreator, aPublicCreator } from "./console-entities.ts";
import { createFakeServer, type FakeServer } from "./fake-server.ts";
import { NO_ORDERS } from "./order-entities.ts";

type Options = {
  /** The signed-in creator, or null. */
  creator?: Creator | null;
  /** Defines the server's responses before the first request. */
  server?: (server: FakeServer) => void;
  /** The operator's site. By default, the product's. */
  site?: Site;
  /** Replaces the routes of the console. */
  routes?: RouteObject[];
};

/** Renders a page of the console at a path, like a full load. */
export async function renderConsole(
  path: string,
  { creator = aCreator(), server: define, site = DEFAULT_SITE, routes }: Options = {},
) {
  const server = createFakeServer();
  // Sold in the mock checkout by default.
  server.respond(storefrontRoutes.creator, { creator: aPublicCreator(), tiles: [] });
  server.respond(storefrontRoutes.config, aConfig());
  server.respond(orderOverviewRoutes.overview, NO_ORDERS);
  server.respond(adminOverviewRoutes.overview, { users: 2, new_users: 1, pages: 1, totals: [] });
  server.respond(creatorRoutes.checkHandle, ({ query }) => ({
    available: Handle.safeParse(query.wanted).success,
    suggestion: null,
  }));
  server.respond(pagePreviewRoutes.render, {
    html: "<!doctype html><title>Page</title>",
    corrections: [],
    scheme: null,
  });
  server.respond(pagePreviewRoutes.renderProduct, {
    html: "<!doctype html><title>Product</title>",
    scheme: null,
  });
  server.respond(secondFactorRoutes.show, {
    secondFactor: { enabledAt: null, recoveryCodesLeft: 0, removedAt: null, blocksAdmin: false },
  });
  // The test browser offers no passkey, because the options name another site.
  server.respond(passkeyRoutes.signInOptions, {
    options: { challenge: "AAAA", rpId: "tessera.example", allowCredentials: [] },
  });
  if (creator) server.respond(creatorRoutes.me, { creator });
  else server.fail(creatorRoutes.me, { status: 401, error: "Please sign in." });
  define?.(server);
  const queryClient = createQueryClient({
    onSignedOut: () => queryClient.setQueryData(meQuery.queryKey, null),
    onStale: () => {},
  });
  // The router restores the scroll position of a location's key, and would restore another test's.
  const entry = { ...parsePath(path), key: crypto.randomUUID() };
  const router = createMemoryRouter(routes ?? consoleRoutes(queryClient), { initialEntries: [entry] });
  const screen = await render(
    <SiteContext value={site}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </SiteContext>,
  );
  return { screen, server, router, queryClient };
}

/** Renders a page of the console for an administrator. */
export function renderAdmin(path: string, server: (server: FakeServer) => void) {
  return renderConsole(path, { creator: aCreator({ is_admin: true }), server });
}
