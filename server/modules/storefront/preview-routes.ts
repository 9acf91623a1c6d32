import { pageRoutes } from "../../../contract/page-routes.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { RegisterPage } from "../../platform/http/register-page.ts";
import type { PageDeps } from "./page-deps.ts";
import { PREVIEW_TILES } from "./previewed-page.ts";
import { findWholeCreatorPage, isPossibleHandle } from "./service.ts";

/** The pictures that other sites show beside links to creators' pages. */
export function registerPreviews(registerPage: RegisterPage, deps: PageDeps): void {
  registerPage(pageRoutes.creatorPreview, async ({ params, query, reply }) => {
    const { handle } = params;
    const page = isPossibleHandle(handle)
      ? await findWholeCreatorPage(
          { db: deps.db, publicUrl: deps.publicUrl, findSells: deps.checkout.findSells },
          handle,
          {
            maxTiles: PREVIEW_TILES,
          },
        )
      : undefined;
    if (!page) throw new AppError(404, "storefront.preview_missing", "Creator not found.");
    const { version, jpeg } = await deps.previews.render(page);
    return reply
      .header(
        "Cache-Control",
        query.v === version ? "public, max-age=31536000, immutable" : "public, max-age=300",
      )
      .header("Cross-Origin-Resource-Policy", "cross-origin")
      .type("image/jpeg")
      .send(jpeg);
  });
}
