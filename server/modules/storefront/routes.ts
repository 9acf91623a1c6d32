import type { PublicConfig } from "../../../contract/storefront.ts";
import { CREATOR_NOT_FOUND, storefrontRoutes } from "../../../contract/storefront.ts";
import type { Database } from "../../platform/database/index.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Bind } from "../../platform/http/bind.ts";
import { drawQr, fetchQr } from "./qr.ts";
import { findCreatorPage } from "./service.ts";

export type StorefrontDeps = {
  db: Database;
  publicUrl: string;
  /** Another service that takes `data` and `size`; without it codes are drawn here. */
  qrServiceUrl?: string | undefined;
  config: PublicConfig;
};

export function registerStorefrontRoutes(bind: Bind, deps: StorefrontDeps): void {
  bind(storefrontRoutes.config, () => deps.config);

  bind(storefrontRoutes.creator, async ({ params }) => {
    const page = await findCreatorPage(deps, params.handle);
    if (!page) throw new AppError(404, "storefront.creator_not_found", CREATOR_NOT_FOUND);
    return page;
  });

  bind(storefrontRoutes.qr, async ({ query, request, reply }) => {
    const svg = drawQr({ ...query, publicUrl: deps.publicUrl });
    const fetched = deps.qrServiceUrl ? await fetchQr(deps.qrServiceUrl, query, request.log) : undefined;
    return reply
      .header("Cache-Control", "public, max-age=86400")
      .header("Content-Security-Policy", "sandbox; default-src 'none'")
      .type(fetched?.type ?? "image/svg+xml")
      .send(fetched?.bytes ?? svg);
  });
}
