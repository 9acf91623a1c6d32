import type { FastifyInstance } from "fastify";
import { AppError } from "../../platform/http/app-error.ts";
import type { PageDeps } from "./page-deps.ts";
import { findWholeCreatorPage, isPossibleHandle, PREVIEW_TILES } from "./service.ts";

/** The pictures that other sites show beside links to creators' pages. */
export function registerPreviews(app: FastifyInstance, deps: PageDeps): void {
  app.get<{ Params: { handle: string }; Querystring: { v?: unknown } }>(
    "/@:handle/preview.jpg",
    async (request, reply) => {
      const { handle } = request.params;
      const page = isPossibleHandle(handle)
        ? await findWholeCreatorPage({ db: deps.db, publicUrl: deps.publicUrl }, handle, {
            maxTiles: PREVIEW_TILES,
          })
        : undefined;
      if (!page) throw new AppError(404, "storefront.preview_missing", "Creator not found.");
      const { version, jpeg } = await deps.previews.render(page);
      return reply
        .header(
          "Cache-Control",
          request.query.v === version ? "public, max-age=31536000, immutable" : "public, max-age=300",
        )
        .header("Cross-Origin-Resource-Policy", "cross-origin")
        .type("image/jpeg")
        .send(jpeg);
    },
  );
}
