import type { DraftTile } from "../../../contract/api/page-preview.ts";
import { pagePreviewRoutes } from "../../../contract/api/page-preview.ts";
import type { PageSite } from "../../../contract/pages/pages.ts";
import { TILES_PER_RESPONSE } from "../../../contract/rules/limits.ts";
import { toInstant } from "../../platform/clock/local-time.ts";
import { notFound, orNotFound } from "../../platform/http/app-error.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import type { Renderer } from "../../platform/render/port.ts";
import {
  type CreatorRow,
  findCreatorById,
  previewedAppearance,
  visibleAppearance,
} from "../creators/index.ts";
import { listPartsOf, readProductDraft } from "../products/index.ts";
import { readDraft } from "../tiles/index.ts";
import { presentPageTile } from "./page-tiles.ts";
import { findDimensions, presentProductPage } from "./product-model.ts";
import { presentVisibleCreator, readPageCreator } from "./read-creator.ts";
import { type CreatorPage, type CreatorPageDeps, creatorModel, findCreatorPage } from "./service.ts";

type PreviewDeps = CreatorPageDeps & {
  renderer: Pick<Renderer, "renderPage" | "correctionsOf">;
  site: PageSite;
};

/**
 * Registers previews of pages with unsaved changes, for a frame in the console. They are not cached, because
 * only their creator sees them.
 */
export function registerPagePreviews(registerRoute: RegisterRoute, deps: PreviewDeps): void {
  const { db, publicUrl, renderer, site } = deps;
  registerRoute(pagePreviewRoutes.render, async ({ viewer, body }) => {
    const row = await findCreatorById(db, viewer.creatorId).then(orNotFound("Creator"));
    const at = body.at ? toInstant(body.at, row.timeZone) : undefined;
    const page = await findCreatorPage(deps, row.handle, { at, withOffline: true }).then(
      orNotFound("Creator"),
    );
    const look = body.appearance && previewedAppearance(row, body.appearance, publicUrl);
    const { appearance, ...rest } = page;
    const shown = look ? { ...rest, ...look } : page;
    const model = await modelWith(deps, row, { page: shown, tile: body.tile ?? null, at });
    const html = await renderer.renderPage(model, { ...site, scheme: body.scheme });
    const corrections = shown.appearance ? await renderer.correctionsOf(shown.appearance) : [];
    return { html, corrections, scheme: shown.appearance?.scheme ?? null };
  });

  registerRoute(pagePreviewRoutes.renderProduct, async ({ viewer, body: { id, content, scheme } }) => {
    const { creatorId } = viewer;
    const row = await findCreatorById(db, creatorId);
    const found = row && (await readPageCreator(db, row.handle, { withOffline: true }));
    if (!found) throw notFound("Creator");
    const [creator, product] = await Promise.all([
      presentVisibleCreator(deps, db, found),
      readProductDraft(db, { creatorId, id, publicUrl }, content),
    ]);
    const { files } = product;
    const look = { creator, ...visibleAppearance(found.row, publicUrl) };
    const dimensions = await findDimensions(db, product, publicUrl);
    const parts = await listPartsOf(db, { ...product, creatorId });
    const model = presentProductPage({ ...look, product, files, parts, dimensions, tileId: null }, deps);
    const html = await renderer.renderPage(model, { ...site, scheme });
    return { html, scheme: look.appearance?.scheme ?? null };
  });
}

type Draft = { page: CreatorPage; tile: DraftTile | null; at: Date | undefined };

/** Returns the model of the part of a page that contains an unsaved tile. */
async function modelWith(deps: CreatorPageDeps, creator: CreatorRow, { page, tile, at }: Draft) {
  const view = { openTileId: null, isOwner: false, at };
  if (!tile) return creatorModel(deps, page, { ...view, from: 0 });
  const { db, publicUrl } = deps;
  const draft = await readDraft(db, creator, { tile, at: at ?? new Date(), publicUrl });
  const before = new Set(draft.before);
  const others = page.tileIds.filter((id) => id !== draft.row.id);
  const index = others.filter((id) => before.has(id)).length;
  const from = index - (index % TILES_PER_RESPONSE);
  const model = await creatorModel(deps, page, { ...view, from: Math.min(from, lastStart(page)) });
  const tiles = model.tiles.filter(({ id }) => id !== draft.row.id);
  if (draft.isShown)
    tiles.splice(index - model.from, 0, ...(await presentPageTile(deps, page.creator, draft.row)));
  return { ...model, tiles, total: others.length + (draft.isShown ? 1 : 0) };
}

function lastStart({ tileIds }: CreatorPage): number {
  const last = Math.max(0, tileIds.length - 1);
  return last - (last % TILES_PER_RESPONSE);
}
