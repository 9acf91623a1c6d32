import type { PublicCreator } from "../../contract/creators.ts";
import type { CreatorModel } from "../storefront/creator/creator-page.tsx";
import { renderPage } from "./render-page.tsx";

export function aPublicCreator(overrides: Partial<PublicCreator> = {}): PublicCreator {
  return {
    id: 1,
    handle: "ada",
    display_name: "Ada",
    bio: null,
    avatar_url: null,
    plan: "free",
    stripe_subscription_active: false,
    tips_enabled: false,
    has_payment_account: false,
    socials: [],
    sells: "mock",
    seller: null,
    ...overrides,
  };
}

/** Renders a creator's public page as visitors see it; without changes it has no tiles. */
export function renderCreatorPage(changes: Partial<CreatorModel> = {}) {
  return renderPage({
    page: "creator",
    creator: aPublicCreator(),
    tiles: [],
    from: 0,
    total: changes.tiles?.length ?? 0,
    isOwner: false,
    openTileId: null,
    tipTileId: null,
    previewVersion: "x",
    ...changes,
  });
}
