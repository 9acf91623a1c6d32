import type { PublicConfig } from "../../../contract/storefront.ts";
import { CREATOR_NOT_FOUND, storefrontRoutes } from "../../../contract/storefront.ts";
import type { Database } from "../../platform/database/index.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { drawQr } from "./qr.ts";
import { findCreatorPage } from "./service.ts";

export type StorefrontDeps = { db: Database; publicUrl: string; config: PublicConfig };

export function registerStorefrontRoutes(bind: Bind, deps: StorefrontDeps): void {
  bind(storefrontRoutes.config, () => deps.config);

  bind(storefrontRoutes.creator, async ({ params }) => {
    const page = await findCreatorPage(deps, params.handle);
    if (!page) throw new AppError(404, "storefront.creator_not_found", CREATOR_NOT_FOUND);
    return page;
  });

  bind(storefrontRoutes.qr, ({ query, reply }) => {
    const svg = drawQr({ ...query, publicUrl: deps.publicUrl });
    return reply
      .header("Cache-Control", "public, max-age=86400")
      .header("Content-Security-Policy", "sandbox; default-src 'none'")
      .type("image/svg+xml")
      .send(svg);
  });
}
