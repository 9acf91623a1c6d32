import type { FastifyReply } from "fastify";
import { pageRoutes } from "../../../contract/pages/page-routes.ts";
import { isPossibleHandle } from "../../../contract/rules/handles.ts";
import { parseSlug } from "../../../contract/rules/slugs.ts";
import { missing } from "../../platform/http/app-error.ts";
import type { RegisterPage } from "../../platform/http/register-page.ts";
import { clientSubnet } from "../../platform/net/ip.ts";
import { findCurrentHandle } from "../creators/index.ts";
import { errors } from "./errors.ts";
import type { OgImage } from "./og-images.ts";
import type { PageDeps } from "./page-deps.ts";
import { PREVIEW_TILES } from "./previewed-page.ts";
import { findProductModel } from "./product-model.ts";
import { findWholeCreatorPage } from "./service.ts";
import { rejectSuspended } from "./suspended.ts";

/** Registers the images that other sites show in previews of links to creators' pages and products. */
export function registerPreviews(registerPage: RegisterPage, deps: PageDeps): void {
  const pageDeps = { db: deps.db, publicUrl: deps.publicUrl, site: deps.site, ...deps.checkout };
  const findPage = async (handle: string, maxTiles: number) => {
    const find = (each: string) => findWholeCreatorPage(pageDeps, each, { maxTiles });
    const findRenamed = async () => {
      const current = await findCurrentHandle(deps.db, handle);
      return current === undefined ? undefined : find(current);
    };
    // Other sites may request the image under a former handle, and not all of them follow redirects.
    const page = isPossibleHandle(handle) ? ((await find(handle)) ?? (await findRenamed())) : undefined;
    if (!page && isPossibleHandle(handle)) await rejectSuspended(deps.db, handle);
    if (!page) throw errors.previewMissing({ message: missing({ noun: "Creator" }) });
    return page;
  };

  registerPage(pageRoutes.creatorPreview, async ({ params, query, request, reply }) => {
    const page = await findPage(params.handle, PREVIEW_TILES);
    return sendImage(reply, await deps.previews.render(page, clientSubnet(request.ip)), query.v);
  });

  registerPage(pageRoutes.productPreview, async ({ params, query, request, reply }) => {
    const { creator, appearance } = await findPage(params.handle, 1);
    const slug = parseSlug(params.slug);
    const found = { creator, ...(appearance && { appearance }) };
    const model = slug && (await findProductModel(pageDeps, { ...found, slug }));
    if (!model) throw errors.previewMissing({ message: missing({ noun: "Product" }) });
    return sendImage(reply, await deps.previews.renderProduct(model, clientSubnet(request.ip)), query.v);
  });
}

function sendImage(reply: FastifyReply, { version, jpeg }: OgImage, requested: string | undefined) {
  return reply
    .header(
      "Cache-Control",
      requested === version ? "public, max-age=31536000, immutable" : "public, max-age=300",
    )
    .header("Cross-Origin-Resource-Policy", "cross-origin")
    .type("image/jpeg")
    .send(jpeg);
}
