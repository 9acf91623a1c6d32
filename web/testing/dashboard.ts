import { expect } from "vitest";
import { accountSecurityRoutes } from "../../contract/api/account-security.ts";
import { type AnalyticsSummary, analyticsRoutes } from "../../contract/api/analytics.ts";
import { type Appearance, appearanceRoutes, DEFAULT_APPEARANCE } from "../../contract/api/appearance.ts";
import type { Creator } from "../../contract/api/creators.ts";
import { type Product, productRoutes } from "../../contract/api/products.ts";
import { type Tile, tileRoutes } from "../../contract/api/tiles.ts";
import { aCreator, noAnalytics } from "./console-entities.ts";
import type { FakeServer } from "./fake-server.ts";
import { ACCOUNT } from "./render-account.tsx";
import { renderConsole } from "./render-console.tsx";

/** Answers the requests of an empty dashboard, for tests that end there. */
export function respondToDashboard(server: FakeServer): void {
  server.respond(accountSecurityRoutes.overview, ACCOUNT);
  server.respond(tileRoutes.list, { tiles: [] });
  server.respond(productRoutes.list, { products: [] });
  server.respond(analyticsRoutes.summary, noAnalytics());
}

type Given = {
  creator?: Creator;
  /** The server's data at the time of a request. */
  tiles?: () => Tile[];
  products?: Product[];
  analytics?: AnalyticsSummary;
  server?: (server: FakeServer) => void;
};

const AS_LIST: Appearance = { ...DEFAULT_APPEARANCE, layout: "list" };

/** Renders a creator's dashboard, without visits by default. */
export function renderDashboard({
  creator = aCreator(),
  tiles = () => [],
  server: define,
  ...given
}: Given = {}) {
  return renderConsole("/dashboard", {
    creator,
    server: (server) => {
      server.respond(tileRoutes.list, () => ({ tiles: tiles() }));
      server.respond(analyticsRoutes.summary, given.analytics ?? noAnalytics());
      // A list, so that no list is offered.
      server.respond(appearanceRoutes.show, { appearance: AS_LIST, shown: AS_LIST, corrections: [] });
      if (given.products) server.respond(productRoutes.list, { products: given.products });
      define?.(server);
    },
  });
}

/** Waits until the dashboard lists tiles with these titles, in this order. */
export async function expectTitles(...titles: readonly string[]): Promise<void> {
  const shown = () =>
    [...document.querySelectorAll("section[aria-labelledby=live-tiles] h3")].map(
      ({ textContent }) => textContent,
    );
  await expect.poll(shown).toEqual(titles);
}
