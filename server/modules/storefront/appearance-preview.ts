import { appearanceRoutes } from "../../../contract/api/appearance.ts";
import { notFound } from "../../platform/http/app-error.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import type { Renderer } from "../../platform/render/port.ts";
import { findCreatorById, previewedAppearance } from "../creators/index.ts";
import { type CreatorPageDeps, creatorModel, findCreatorPage } from "./service.ts";

type PreviewDeps = CreatorPageDeps & { renderer: Pick<Renderer, "renderPage" | "correctionsOf"> };

/** Renders the creator's page with an unsaved appearance, for the frame of the dashboard. Not cached: only its creator sees it. */
export function registerAppearancePreview(registerRoute: RegisterRoute, deps: PreviewDeps): void {
  const { db, publicUrl, renderer } = deps;
  registerRoute(appearanceRoutes.preview, async ({ viewer, body }) => {
    const row = await findCreatorById(db, viewer.creatorId);
    const page = row && (await findCreatorPage(deps, row.handle));
    if (!row || !page) throw notFound("Creator");
    const { appearance: _saved, ...rest } = page;
    const look = previewedAppearance(row, body.appearance, publicUrl);
    const view = { openTileId: null, from: 0, isOwner: false };
    const model = await creatorModel(deps, { ...rest, ...look }, view);
    const html = await renderer.renderPage(model, { publicUrl, scheme: body.scheme });
    const corrections = look.appearance ? await renderer.correctionsOf(look.appearance) : [];
    return { html, corrections };
  });
}
