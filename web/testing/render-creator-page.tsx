import type { CreatorModel } from "../storefront/creator/creator-page.tsx";
import { aPublicCreator } from "./entities.ts";
import { renderPage } from "./render-page.tsx";

/** Renders a creator's public page as visitors see it, without tiles by default. */
export function renderCreatorPage(
  changes: Partial<CreatorModel> = {},
  options?: Parameters<typeof renderPage>[1],
) {
  return renderPage(
    {
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
    },
    options,
  );
}
