import { analyticsRoutes } from "../../contract/api/analytics.ts";
import { productRoutes } from "../../contract/api/products.ts";
import { tileRoutes } from "../../contract/api/tiles.ts";
import { noAnalytics } from "./entities.ts";
import type { FakeServer } from "./fake-server.ts";

/** Responds to the requests of an empty dashboard, for tests that end there. */
export function respondToDashboard(server: FakeServer): void {
  server.respond(tileRoutes.list, { tiles: [] });
  server.respond(productRoutes.list, { products: [] });
  server.respond(analyticsRoutes.summary, noAnalytics());
}
