import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { registerCampaignPages } from "./pages.ts";
import { registerCampaignLinkRoutes } from "./routes.ts";

export { findLiveCampaignId, listCampaignLinks } from "./repository.ts";

/** Campaign links: short URLs whose visits and sales are counted by name. */
export function createCampaignLinks({ db, hosts, renderer, settings }: Infrastructure) {
  return {
    routes: ({ registerRoute }) =>
      registerCampaignLinkRoutes(registerRoute, { db, hosts, renderer, publicUrl: settings.publicUrl }),
    pages: (registerPage) => registerCampaignPages(registerPage, { db }),
  } satisfies Module;
}
